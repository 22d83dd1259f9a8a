"""What hosts make of the files that a site has for them: as much of each as the site uses."""

import re
from collections.abc import Mapping


def netlify_headers(text: str, path: str) -> Mapping[str, str]:
    """Return the headers that ``_headers`` gives a path; equal ones are joined with commas."""
    found: dict[str, str] = {}
    is_meant = False
    for line in text.splitlines():
        if not line.startswith(" "):
            pattern = ".*".join(re.escape(part) for part in line.strip().split("*"))
            is_meant = re.fullmatch(pattern, path) is not None
        elif is_meant:
            name, _, value = line.strip().partition(": ")
            found[name] = f"{found[name]}, {value}" if name in found else value
    return found


def apache_headers(text: str, path: str) -> Mapping[str, str]:
    """Return the headers that ``.htaccess`` gives a path; the last of equal ones holds."""
    found: dict[str, str] = {}
    is_meant = True
    for line in map(str.strip, text.splitlines()):
        if files := re.fullmatch(r'<FilesMatch "(.+)">', line):
            is_meant = re.search(files[1], path.rpartition("/")[2]) is not None
        elif line == "</FilesMatch>":
            is_meant = True
        elif one := re.fullmatch(
            r'Header set ([\w-]+) "([^"]*)"(?: "expr=%\{REQUEST_URI\} =~ m#(.+)#")?', line
        ):
            if is_meant and (one[3] is None or re.search(one[3], path)):
                found[one[1]] = one[2].replace("%%", "%")
        else:
            assert re.match(r"ErrorDocument 404 /|AddType \S+ \.|</?IfModule", line), line
    return found


HOSTS = {"_headers": netlify_headers, ".htaccess": apache_headers}

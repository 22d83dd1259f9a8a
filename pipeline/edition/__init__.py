"""What books and web sites share: languages, rights, text that is set, and words for boards."""

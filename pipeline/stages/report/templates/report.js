{# Tables of puzzles: sorted by a click on a head, filtered by words, long ones opened in part. #}
const order = new Intl.Collator(undefined, { numeric: true }).compare;
for (const table of document.querySelectorAll("table.puzzles")) {
  const body = table.tBodies[0];
  const box = document.createElement("input");
  const all = document.createElement("button");
  Object.assign(box, { type: "search", placeholder: "Filter", ariaLabel: "Filter the puzzles" });
  table.before(box);
  table.after(all);
  const count = (found) => {
    all.hidden = found <= {{ at_once }};
    all.textContent = `Show all ${found}`;
  };
  const show = () => {
    const words = box.value.toLowerCase().split(/\s+/);
    let found = 0;
    for (const row of body.rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      row.className = !row.hidden && ++found > {{ at_once }} ? "more" : "";
    }
    count(table.classList.contains("all") ? 0 : found);
  };
  all.onclick = () => {
    table.classList.add("all");
    count(0);
  };
  box.oninput = show;
  count(body.rows.length);
  table.querySelectorAll("th").forEach((head, column) => {
    head.style.cursor = "pointer";
    head.onclick = () => {
      const keyed = Array.from(body.rows, (row) => [row.cells[column].textContent, row]);
      keyed.sort(([a], [b]) => order(a, b));
      if (head.dataset.up) keyed.reverse();
      head.dataset.up = head.dataset.up ? "" : "1";
      for (const [, row] of keyed) body.append(row);
      show();
    };
  });
}

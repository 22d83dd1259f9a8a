// The collection desk: puzzles of a file, read, drawn and proved one after the other.
import { ask, at, attempt, element } from "./ask.js";

/** @type {any[]} each puzzle with its verdict, its card and whether it is chosen */
let puzzles = [];
let run = 0; // a newer file stops the proofs of an older one

async function look(asked) {
  const mine = ++run;
  const said = await attempt(() => ask("look", asked));
  if (!said) return;
  puzzles = said.puzzles.map((one, number) => ({ ...one, number, status: "", band: "", card: card(one, number) }));
  at("refused").replaceChildren(...said.refused.map((one) => element("li", {}, one)));
  at("puzzles").replaceChildren(...puzzles.map((one) => one.card));
  offer();
  count(said.is_whole);
  for (const one of puzzles) {
    const found = await ask("check", { kind: one.record.kind, puzzle: one.record.puzzle, picture: true, thorough: true }).catch((error) => ({ status: "incomplete", message: error.message }));
    if (mine !== run) return;
    one.status = found.status;
    one.band = found.grade?.band ?? "";
    judge(one, found);
    offer();
    count(said.is_whole);
  }
}

const sizeOf = ({ rows, cols }) => `${cols}x${rows}`;

function card({ record, title, form, twin }, number) {
  const choose = element("input", { type: "checkbox", ariaLabel: `Choose puzzle ${number + 1}` });
  const about = [`${title} ${sizeOf(record.puzzle)}`, form, record.credit?.author].filter(Boolean).join(" · ");
  return element("li", { className: "card" }, element("label", {}, choose, `${number + 1}`), element("div", { className: "art" }),
    element("p", {}, about), element("p", { className: "quiet said" }, "Not proved yet."), ...(twin === null ? [] : [element("p", { className: "bad" }, `The same as ${twin + 1}.`)]));
}

const VERDICTS = { unique: "One solution", multiple: "Several solutions", unsolvable: "No solution", undecided: "Undecided", incomplete: "No puzzle" };

function judge({ card: place, status }, { grade, message, picture }) {
  if (picture) place.querySelector(".art").innerHTML = picture.svg.replace('role="img"', 'aria-hidden="true"');
  const said = place.querySelector(".said");
  said.textContent = [VERDICTS[status], grade?.band, grade?.minutes && `${grade.minutes} min`, message].filter(Boolean).join(" · ");
  said.className = `said ${status === "unique" ? "good" : "bad"}`;
}

/** Offers what there is to filter by, and shows what fits. */
function offer() {
  const values = { kind: (one) => one.title, verdict: (one) => VERDICTS[one.status], band: (one) => one.band };
  for (const [id, of] of Object.entries(values)) {
    const field = at(id), known = [...field.options].map(({ value }) => value);
    const found = new Set(puzzles.map(of).filter(Boolean));
    field.append(...[...found].filter((one) => !known.includes(one)).map((one) => element("option", {}, one)));
  }
  for (const one of puzzles) one.card.hidden = Object.entries(values).some(([id, of]) => at(id).value && of(one) !== at(id).value);
}

function count(isWhole) {
  const counts = Object.entries(VERDICTS).map(([status, text]) => [text, puzzles.filter((one) => one.status === status).length]).filter(([, count]) => count);
  at("summary").textContent = [`${puzzles.length} puzzles${isWhole ? "" : " (the first of the file)"}`, ...counts.map(([text, count]) => `${text.toLowerCase()}: ${count}`)].join(", ");
}

async function fill() {
  const files = await attempt(() => ask("files"));
  at("file").replaceChildren(element("option", { value: "" }, "choose"), ...(files ?? []).map((one) => element("option", {}, one)));
}

const readFile = async (file) => file && look({ text: await file.text() });
at("file").onchange = () => at("file").value && look({ name: at("file").value });
at("upload").onchange = () => readFile(at("upload").files[0]);
at("look").onclick = () => look({ text: at("text").value });
at("drop").ondragover = (event) => event.preventDefault();
at("drop").ondrop = (event) => {
  event.preventDefault();
  readFile(event.dataTransfer.files[0]);
};
for (const id of ["kind", "verdict", "band"]) at(id).onchange = offer;
at("all").onclick = () => puzzles.filter((one) => !one.card.hidden).forEach((one) => (one.card.querySelector("input").checked = true));
at("collect").onclick = async () => {
  const records = puzzles.filter((one) => one.card.querySelector("input").checked).map((one) => one.record);
  const said = await attempt(() => ask("collect", { name: at("name").value, records }));
  at("saved").textContent = said ? `${said.count} puzzles added to ${said.saved}.` : "";
  if (said) fill();
};
fill();

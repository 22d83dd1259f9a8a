// The book desk: the keys of a book's file on the left, its pages as they will be on the right.
import { ask, at, attempt, element, follow } from "./ask.js";

const MM = 96 / 25.4; // pixels at actual size
const FIRST = { book: ["title", "subtitle", "author", "publisher", "language", "trim", "style"], section: ["title", "kind", "size", "band", "count"] };
const NAMES = { book: "Book", cover: "Cover", section: "Sections", page: "Pages of your own", dossier: "Dossier", sheet: "Magazine page" };

/** @type {any} what the studio knows: books, templates, kinds, schema */
let studio = null;
/** @type {any} the book that is open */
let book = null;
let opened = new Set(["book"]);

const props = (group) => {
  const own = studio.schema.properties[group];
  return own.items?.properties ?? own.properties;
};

let last = Promise.resolve();

/** Changes a key of the file, after earlier changes, and shows what the book is then. */
function set(way, change) {
  last = last.then(async () => {
    const said = await attempt(() => ask("set", { name: book.name, version: book.version, way, ...change }));
    if (said) show(said);
    else at("again").hidden = false;
  });
}

function show(said) {
  book = { ...book, ...said };
  location.hash = encodeURIComponent(book.name);
  at("text").value = book.text;
  const option = at("book").querySelector(`[value="${book.name}"]`);
  if (option && book.keys?.book) option.textContent = `${book.keys.book.title} (${book.name})`;
  at("start").hidden = at("again").hidden = true;
  at("preview").classList.toggle("stale", !said.plan);
  at("desk").hidden = false;
  const { id, value } = /** @type {HTMLInputElement} */ (document.activeElement ?? {});
  showForm();
  const field = id && at("form").querySelector(`#${CSS.escape(id)}`);
  if (field) {
    field.focus({ preventScroll: true });
    if (field.tagName === "INPUT" && field.type !== "checkbox") field.value = value; // what is being typed
  }
  showFaults(said.faults ?? []);
  if (!said.plan) at("summary").textContent = "The pages follow when what is wrong is mended.";
  if (said.plan) showPages(said);
}

function showFaults(faults) {
  at("fault").textContent = faults.map(({ line, key, message }) => [line && `line ${line}`, key, message].filter(Boolean).join(": ")).join("\n");
  for (const { key = "", message } of faults) {
    const [, number, name] = key.match(/^section (\d+), (.*)$/) ?? key.match(/^()(.*)$/);
    const place = document.getElementById(number ? `section.${number - 1}.${name}` : key);
    place?.setAttribute("aria-invalid", "true");
    place?.closest(".keys")?.insertBefore(element("p", { className: "fault", textContent: message }), place.parentElement === place.closest(".keys") ? place.nextSibling.nextSibling : null);
  }
}

function showForm() {
  if (!book.keys) return;
  const groups = Object.keys(NAMES).map((group) => {
    const many = studio.schema.properties[group].type === "array";
    const inside = many ? showTables(group) : [showKeys(group, [group], book.keys[group] ?? {})];
    if (group === "cover") inside.push(showDesigns());
    return showCard(group, NAMES[group], ...inside);
  });
  const top = Object.fromEntries(Object.entries(studio.schema.properties).filter(([key]) => !NAMES[key]));
  const file = showCard("file", "Seed, series, library and puzzles left out", showKeys("file", [], book.keys, top));
  at("form").replaceChildren(...groups, file);
}

/** Returns a card that stays open or closed when the form is shown again. */
function showCard(group, title, ...inside) {
  const summary = element("summary", { onclick: () => opened[opened.has(group) ? "delete" : "add"](group) }, title);
  return element("details", { className: "card", open: opened.has(group) }, summary, ...inside);
}

/** The front in each design, side by side; one is chosen by a tap. */
function showDesigns() {
  const place = element("div", { className: "designs" });
  const button = element("button", { textContent: "Compare designs", onclick: async () => {
    button.disabled = true;
    const fronts = await attempt(() => ask("covers", { name: book.name }));
    button.disabled = false;
    place.replaceChildren(...Object.entries(fronts ?? {}).map(([design, src]) => element("button", { title: design, onclick: () => set(["cover", "design"], { value: design }) },
      element("img", { src, alt: `Design ${design}` }), design)));
  } });
  return element("div", {}, button, place);
}

/** The tables of a list, such as the sections, and a way to add one. */
function showTables(group) {
  const tables = book.keys[group] ?? [];
  const cards = tables.map((table, number) => {
    const way = [group, number];
    const button = (text, label, change, isOff = false) => element("button", { textContent: text, ariaLabel: `${label}: ${table.title}`, disabled: isOff, onclick: () => set(way, change) });
    const board = group === "section" && book.boards?.find(({ section }) => section === number);
    const grip = element("span", { className: "grip", title: "Drag to another place", onpointerdown: ({ pointerId }) => grip.setPointerCapture(pointerId), onpointerup: ({ clientX, clientY }) => {
      const place = document.elementFromPoint(clientX, clientY)?.closest(`[data-place^="${group}."]`)?.getAttribute("data-place").split(".")[1];
      if (place && Number(place) !== number) set(way, { move: Number(place) });
    } }, "⠿");
    return element("div", { className: "card", "data-place": `${group}.${number}` }, grip, showKeys(`${group}.${number}`, way, table, props(group), FIRST[group]),
      ...(board ? [element("figure", {}, element("img", { className: "printed", src: board.src, alt: `A board of ${table.title}`, width: Math.round(board.width * MM) }), element("figcaption", { className: "quiet" }, `As printed, ${Math.round(board.width)} mm wide, page ${board.page}${guessed(board.guessing)}`))] : []), element("div", { className: "row" },
      button("↑", "Earlier", { move: number - 1 }, !number), button("↓", "Later", { move: number + 1 }, number === tables.length - 1),
      button("Copy", "Copy", { copy: true }), button("Remove", "Remove", {}, tables.length === 1 && group === "section")));
  });
  if (group !== "section") return cards;
  const kind = element("select", { id: "added", ariaLabel: "Kind of a new section" }, ...Object.entries(studio.kinds).map(([id, title]) => element("option", { value: id }, title)));
  return [...cards, element("div", { className: "row" }, kind, element("button", { className: "main", textContent: "Add a section", onclick: () => set(["section"], { value: kind.value }) }))];
}

const guessed = (count) => (count === null ? "" : count ? ` · needs guessing: yes, ${count} of the section` : " · needs guessing: no");

/** The keys of a table that the file has, those that are asked first, and a list of the others. */
function showKeys(prefix, way, table, all = props(prefix), first = FIRST[prefix] ?? []) {
  const shown = [...new Set([...first, ...Object.keys(table)])].filter((key) => all[key]);
  const rows = shown.flatMap((key) => showKey(`${prefix}.${key}`, [...way, key], table[key], all[key]));
  const rest = Object.keys(all).filter((key) => !shown.includes(key));
  const more = element("select", { id: `${prefix}.more`, ariaLabel: `Another key of ${prefix}` }, element("option", { value: "" }, "Add …"),
    ...rest.map((key) => element("option", { value: key, title: all[key].description }, key.replaceAll("_", " "))));
  more.onchange = () => {
    const key = more.value;
    if (!key) return;
    more.before(...showKey(`${prefix}.${key}`, [...way, key], undefined, all[key]));
    document.getElementById(`${prefix}.${key}`).focus();
  };
  return element("div", { className: "keys" }, ...rows, more);
}

function showKey(id, way, value, { type, description, default: usual, enum: choices }) {
  const key = way.at(-1);
  const label = element("label", { htmlFor: id, title: description }, key.replaceAll("_", " "));
  const about = { id, title: description, placeholder: usual === undefined ? "" : String(usual) };
  const plain = value === undefined ? "" : typeof value === "object" ? literal(value) : String(value);
  const titled = key === "kind" ? Object.entries(studio.kinds) : (choices ?? (key === "band" ? ["easy", "medium", "hard", "expert"] : key === "language" ? ["en", "de", "fr"] : null))?.map((one) => [one, one]);
  let field;
  if (titled) {
    field = element("select", { ...about, onchange: () => set(way, { value: field.value || null }) }, element("option", { value: "" }, key === "band" ? "easy to medium" : usual ? `usual: ${usual}` : ""), ...titled.map(([one, text]) => element("option", { value: one, selected: one === value }, text)));
  } else if (type === "boolean") {
    field = element("input", { ...about, type: "checkbox", checked: value ?? usual ?? false, onchange: () => set(way, { value: field.checked }) });
  } else if (plain.includes("\n") || ["rules", "introduction"].includes(key)) {
    field = element("textarea", { ...about, rows: 4, value: plain, onchange: () => set(way, { value: field.value || null }) });
  } else {
    field = element("input", { ...about, value: plain, inputMode: type === "integer" ? "numeric" : "text", onchange: () => set(way, { value: typed(field.value.trim(), type, key) }) });
  }
  const upload = element("input", { type: "file", accept: "image/png,image/jpeg", ariaLabel: `${key} from this computer`, onchange: () => bring(upload.files[0], way) });
  const remove = element("button", { className: "remove", textContent: "×", ariaLabel: `Leave out ${key}`, disabled: value === undefined, onclick: () => set(way, {}) });
  return [label, ["picture", "portrait"].includes(key) ? element("div", { className: "drop", "data-way": key }, field, upload) : field, remove];
}

/** Brings a file of this computer into the folder: a picture to its key, a collection to where puzzles of mine are chosen. */
async function bring(file, way) {
  if (!file || !book) return;
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let k = 0; k < bytes.length; k += 8192) text += String.fromCharCode(...bytes.subarray(k, k + 8192));
  const said = await attempt(() => ask("upload", { file: file.name, data: btoa(text) }));
  if (said?.is_picture) {
    const field = at(way.join("."));
    if (field) field.value = said.name; // else it is taken for what is being typed there
    set(way, { value: said.name });
  }
  else if (said) at("state").textContent = `${said.name} is in the folder: its puzzles are under Mine of each puzzle, and at the desk Collection.`;
}

/** Returns a list or table as TOML has it. */
function literal(value) {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (value && typeof value === "object") return `{ ${Object.entries(value).map(([key, one]) => `${key} = ${literal(one)}`).join(", ")} }`;
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

/** Returns what was typed as the value of a key: a number where one may be meant. */
function typed(text, type, key) {
  if (text === "") return null;
  const isNumber = type === "integer" || type === "number" || (!type && key !== "size");
  return isNumber && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** @type {string} what the buttons and pictures of the pages were made from */
let shownPages = "";

function showPages({ plan, pages, puzzles, placed, is_made: isMade, is_current: isCurrent, width, height, notes, warnings, work, series: volumes }) {
  at("summary").textContent = `${pages} pages, ${puzzles} puzzles. ${isCurrent ? "These are the puzzles of the book." : isMade ? "The book was changed since it was made: make it again for its files." : "Sample boards stand for the puzzles until the book is made."}`;
  at("state").textContent = work.replace(/\. A puzzle costs:$/, ".");
  at("warnings").replaceChildren(...warnings.map((one) => element("li", {}, one)));
  at("notes").textContent = notes.join("\n");
  at("back").hidden = !book.keys.choices;
  at("series").hidden = !volumes.length;
  at("volumes").replaceChildren(...volumes.map((one) => element("li", {}, [`Volume ${one.number}: ${one.title}`, one.isbn && `ISBN ${one.isbn}`, one.date, one.state === "printed" ? `printed with ${one.puzzles} puzzles: locked` : one.state].filter(Boolean).join(" · "))));
  const opens = placed.filter(([, , , section], k) => placed.findIndex((one) => one[3] === section) === k);
  const zoom = Number(at("zoom").value), wide = Math.round(zoom > 9 ? zoom : zoom * width * MM);
  at("pages").classList.toggle("spreads", at("spreads").checked);
  at("spine").textContent = notes.find((one) => /^spine/.test(one))?.replace("s", "S") ?? "";
  const placing = JSON.stringify([book.name, plan, pages, placed, isMade, wide, opens.map(([, , , section]) => book.keys.section[section].title)]);
  if (placing === shownPages) return; // a button that is being pressed stays what it is
  shownPages = placing;
  at("pages").replaceChildren(...Array.from({ length: pages }, (_, k) => element("li", {}, element("figure", { style: `width: ${wide + 2}px` },
    element("img", { src: `page/${plan}/${k + 1}.svg`, loading: "lazy", alt: `Page ${k + 1}`, width: wide, height: Math.round(wide * height / width) }),
    element("figcaption", {}, String(k + 1), ...opens.filter(([page]) => page === k + 1).map(([, , , section]) => wording(section)), ...(isMade ? placed.filter(([page]) => page === k + 1).map(choosing) : []))))));
}

/** Returns a button for the words of a section, which are set on a page. */
const wording = (section) => element("button", { textContent: "Words", ariaLabel: `Words of ${book.keys.section[section].title}`, onclick: () => showWords(section) });

/** Shows the title, introduction, rules and captions of a section, to be changed. */
function showWords(section) {
  const { title, introduction, rules, labels } = props("section");
  const way = ["section", section];
  at("words-title").textContent = `Words of ${book.keys.section[section].title}`;
  at("words-keys").replaceChildren(showKeys(`words.${section}`, way, book.keys.section[section], { title, introduction, rules, labels }, ["title", "introduction", "rules", "labels"]));
  at("words-keys").querySelector("select").remove();
  at("built-in").onclick = async () => {
    const said = await attempt(() => ask("rules", { name: book.name, section }), "words-fault");
    if (said) at(`words.${section}.rules`).value = said.rules.trim();
  };
  at("words").showModal();
}

/** Returns a button that opens what can be chosen for a puzzle. */
const choosing = ([, number, id]) => element("button", { textContent: `Puzzle ${number}`, onclick: () => showPuzzle(number, id) });

/** @type {any} the puzzle of the dialog: id, kind, size */
let puzzle = null;

const describe = ({ band, minutes, guessing }) => [band, minutes && `about ${Math.max(1, Math.round(minutes))} min`, guessing === null ? "" : guessing ? "needs guessing" : "needs no guessing"].filter(Boolean).join(" · ");

/** Shows a printed puzzle, and what may take its place. */
async function showPuzzle(number, id) {
  const found = await attempt(() => Promise.all([ask("puzzle", { name: book.name, id }), ask("files")]));
  if (!found) return;
  const [said, files] = found;
  puzzle = { id, ...said };
  at("puzzle-title").textContent = `Puzzle ${number}: ${said.title} ${said.size}`;
  at("puzzle-about").textContent = describe(said.grade);
  at("puzzle-board").replaceChildren(element("img", { src: said.src, alt: `The board of puzzle ${number}` }));
  at("refusal").textContent = at("own-about").textContent = "";
  at("own-file").replaceChildren(element("option", { value: "" }, "choose a file"), ...files.map((one) => element("option", {}, one)));
  at("own").replaceChildren();
  at("take-own").disabled = true;
  at("puzzle").showModal();
}

/** Offers the puzzles of a file that fit the place. */
async function offerOwn() {
  at("take-own").disabled = true;
  at("own").replaceChildren();
  at("own-about").textContent = "";
  if (!at("own-file").value) return;
  const said = await attempt(() => ask("look", { name: at("own-file").value }), "refusal");
  const fitting = (said?.puzzles ?? []).filter(({ record: { kind, puzzle: { rows, cols } } }) => kind === puzzle.kind && `${cols}x${rows}` === puzzle.size);
  if (said && !fitting.length) at("refusal").textContent = `Expected ${puzzle.title} ${puzzle.size} in ${at("own-file").value}, found none.`;
  at("own").replaceChildren(...fitting.map(({ record }, k) => element("option", { value: JSON.stringify(record) }, `${k + 1}${record.credit?.author ? ` by ${record.credit.author}` : ""}`)));
  if (fitting.length) showOwn();
}

/** Shows the puzzle that is offered, as proved and graded. */
async function showOwn() {
  at("take-own").disabled = true;
  const { kind, puzzle: board } = JSON.parse(at("own").value);
  const found = await attempt(() => ask("check", { kind, puzzle: board, picture: true, thorough: true }), "refusal");
  if (!found) return;
  at("puzzle-board").innerHTML = found.picture?.svg.replace('role="img"', 'aria-hidden="true"') ?? "";
  at("own-about").textContent = found.status === "unique" ? `One solution · ${describe(found.grade)}` : found.message ?? `Expected one solution, found ${found.status}.`;
  at("take-own").disabled = found.status !== "unique";
}

/** Stores a choice, and makes the book with it. */
async function choose(change) {
  if (!(await attempt(() => ask("choose", { name: book.name, version: book.version, id: puzzle.id, ...change }), "refusal"))) return;
  at("puzzle").close();
  work("make");
}

/** Shows what is at work, until it is done. */
const watch = (isMine) => follow(book.name, isMine, (said, text) => {
  at("stop").hidden = at("progress").hidden = said.state !== "working";
  Object.assign(at("progress"), { max: book?.puzzles || 1, value: Math.min(said.graded, book?.puzzles || 1) });
  for (const id of ["make", "back", "hand-over", "pack", "make-sheet"]) at(id).disabled = said.state === "working";
  const found = said.lines.filter((line) => /^ {2}(failed|warned)|^[^ ]+:\d+: /.test(line));
  if (text) at("state").textContent = [text, ...found].join("\n");
  at("files").replaceChildren(...said.files.map((name) => element("a", { href: `file/${name}`, textContent: name.replace(/^.*\/(?=book\.)/, "") })));
}, async () => show(await ask("open", { name: book.name })));

async function work(name) {
  if (await attempt(() => ask(name, { name: book.name, printer: at("printer").value }))) watch(true);
}

async function open(name) {
  const said = await attempt(() => ask("open", { name }));
  if (!said) return;
  book = null;
  show(said);
  at("book").value = name;
  watch(false);
}

async function begin() {
  studio = await ask("books");
  at("folder").textContent = studio.folder;
  at("book").replaceChildren(...studio.books.map(({ name, title }) => element("option", { value: name }, `${title} (${name})`)));
  at("books").hidden = !studio.books.length;
  at("kind").replaceChildren(...Object.entries(studio.kinds).map(([id, title]) => element("option", { value: id, selected: id === "sudoku" }, title)));
  const wanted = decodeURIComponent(location.hash.slice(1)) || studio.books[0]?.name;
  if (studio.books.some(({ name }) => name === wanted)) await open(wanted);
  else showShelf();
}

/** The templates as a page of each, one after the other; one is chosen by a tap. */
async function showShelf() {
  at("start").hidden = false;
  at("name").focus();
  if (at("shelf").childElementCount) return;
  at("shelf").replaceChildren(...studio.templates.map((one) => element("button", { value: one, type: "button", ariaPressed: "false", onclick: () => pick(one) }, element("span", { className: "art" }), one === "book" ? "book of one kind" : one.replaceAll("-", " "))));
  pick("book");
  for (const one of studio.templates) await showTemplate(one);
}

function pick(template) {
  for (const one of at("shelf").children) one.ariaPressed = String(one.value === template);
  at("kind").disabled = template !== "book";
}

async function showTemplate(template) {
  const said = await ask("template", { template, kind: at("kind").value, language: at("language").value }).catch(() => null);
  const button = at("shelf").querySelector(`[value="${template}"]`);
  if (!said || at("start").hidden) return;
  button.title = `${said.title}, ${said.pages} pages`;
  button.querySelector(".art").replaceChildren(element("img", { src: `page/${encodeURIComponent(said.plan)}/${said.page}.svg`, alt: "" }));
}

at("book").onchange = () => open(at("book").value);
at("fresh").onclick = showShelf;
at("kind").onchange = () => showTemplate("book");
at("begin").onsubmit = async (event) => {
  event.preventDefault();
  const template = at("shelf").querySelector('[aria-pressed="true"]').value;
  const asked = { template, ...Object.fromEntries(["name", "kind", "language", "style", "trim"].map((one) => [one, at(one).value])), puzzles: Number(at("count").value) };
  const made = await attempt(() => ask("begin", asked), "refused");
  if (!made) return;
  location.hash = encodeURIComponent(made.name);
  begin();
};
at("keep").onclick = async () => {
  const said = await attempt(() => ask("keep", { name: book.name, version: book.version, text: at("text").value }));
  if (said) show(said);
  else at("again").hidden = false;
};
at("again").onclick = () => open(book.name);
for (const [id, other] of [["by-form", "by-text"], ["by-text", "by-form"]]) {
  at(id).onclick = () => {
    at(id).setAttribute("aria-selected", "true");
    at(other).setAttribute("aria-selected", "false");
    at("form").hidden = id !== "by-form";
    at("plain").hidden = id === "by-form";
  };
}
at("form").addEventListener("focusin", ({ target }) => (at("about").textContent = target.title ?? ""));
at("zoom").onchange = at("spreads").onchange = () => book?.plan && showPages(book);
for (const id of ["make", "hand-over", "pack", "make-sheet"]) at(id).onclick = () => work(id);
at("back").onclick = async () => (await attempt(() => ask("take-back", { name: book.name, version: book.version }))) && work("make");
for (const take of ["another", "easier", "harder"]) at(take).onclick = () => choose({ take });
at("keep-puzzle").onclick = () => choose({ take: "keep" });
at("own-file").onchange = offerOwn;
at("own").onchange = showOwn;
at("take-own").onclick = () => choose({ record: JSON.parse(at("own").value) });
at("close").onclick = () => at("puzzle").close();
at("words-close").onclick = () => at("words").close();
document.ondragover = (event) => event.preventDefault();
document.ondrop = (event) => {
  event.preventDefault();
  const key = /** @type {Element} */ (event.target).closest("[data-way]")?.getAttribute("data-way") ?? "picture";
  bring(event.dataTransfer.files[0], ["cover", key]);
};
at("stop").onclick = () => ask("stop");
begin();

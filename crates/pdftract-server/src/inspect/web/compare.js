// The comparison with another result: differing words in the panel, in the text and on the page. Another version of the
// document is shown beside this one, page by page.

import { get, state } from "./api.js";
import { el, empty, fill, on, svg } from "./dom.js";
import { mark, markAll } from "./sheet.js";

let panel;
let isOpen = false;

export function begin(panels) {
  panel = panels.compare;
}

/** Compares the page when the panel is open. */
export async function refresh(opened = isOpen) {
  isOpen = opened;
  if (!isOpen) document.body.classList.remove("two-pages");
  if (!isOpen || !state.view) return;
  if (!state.doc.against) {
    return fill(panel, empty("Nothing to compare with.", "Start with --against and another PDF, a JSON result, pdftotext or mutool."));
  }
  const view = state.view;
  try {
    const result = await get(`page/${view.page_number}/compare`);
    if (state.view === view) render(view, result);
  } catch (error) {
    fill(panel, empty("The page cannot be compared.", error.message));
  }
}

/** Returns the page of the other version with boxes over the words that this version lacks. */
function otherPage(name, { page_number: number, width, height }, boxes) {
  const dpi = Math.max(12, Math.min(144, Math.round(72 * Math.min(2_000 / width, 2_000 / height))));
  const overlay = svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
    ...boxes.map(([x0, y0, x1, y1]) => svg("rect", { class: "theirs", x: x0, y: y0, width: x1 - x0, height: y1 - y0 })));
  const picture = el("img", { src: `api/other/${number}/picture?dpi=${dpi}`, alt: `Picture of page ${number} of ${name}` });
  const sheet = el("div", { class: "other" }, picture, overlay);
  sheet.style.aspectRatio = `${width} / ${height}`;
  return el("figure", { class: "beside" }, el("figcaption", { class: "quiet" }, `Page ${number} of ${name}`), sheet);
}

function render(view, { name, parts, same, only_ours: ours, only_theirs: theirs, beside }) {
  const all = view.blocks.flatMap((block, b) => block.words.map((word, w) => ({ word, b, w, text: Array.from(block.text).slice(word.s, word.e).join("") })));
  const [nodes, oursBoxes, theirBoxes] = [[], [], []];
  let at = 0;
  for (const part of parts) {
    if (part.kind === "theirs") {
      const boxes = part.words.map((word) => word.b).filter(Boolean);
      theirBoxes.push(...boxes);
      const text = part.words.map((word) => word.t).join(" ");
      nodes.push(el("del", { class: "only-theirs", title: `only in ${name}`, onclick: () => beside || mark(boxes) }, text), " ");
      continue;
    }
    const mine = all.slice(at, at + part.words);
    at += part.words;
    if (part.kind === "ours") {
      oursBoxes.push(...mine.map((one) => one.word.b));
      for (const one of mine) document.querySelector(`.w[data-b="${one.b}"][data-w="${one.w}"]`)?.classList.add("ours");
    }
    const text = mine.map((one) => one.text).join(" ");
    const boxes = mine.map((one) => one.word.b);
    nodes.push(part.kind === "ours" ? el("ins", { class: "only-ours", title: "only in pdftract", onclick: () => mark(boxes) }, text) : text, " ");
  }
  // Boxes of another version are places on its own page.
  markAll([["ours", oursBoxes], ["theirs", beside ? [] : theirBoxes]]);
  document.body.classList.toggle("two-pages", Boolean(beside));
  const total = Math.max(1, same + Math.max(ours, theirs));
  fill(panel,
    el("p", { class: "summary", id: "comparison", "data-page": view.page_number }, el("span", {}, el("b", {}, `${Math.round((same / total) * 100)} % of the words agree`)),
      el("span", {}, el("ins", { class: "only-ours" }, `${ours} only here`)),
      el("span", {}, el("del", { class: "only-theirs" }, `${theirs} only in ${name}`))),
    beside ? otherPage(name, beside, theirBoxes) : "",
    el("div", { class: "compared", dir: "auto" }, ...nodes));
}

on("shown", () => refresh());

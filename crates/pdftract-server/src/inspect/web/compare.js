// The comparison with another result: differing words in the panel, in the text and on the page.

import { get, state } from "./api.js";
import { el, empty, fill, on } from "./dom.js";
import { mark, markAll } from "./sheet.js";

let panel;
let isOpen = false;

export function begin(panels) {
  panel = panels.compare;
}

/** Compares the page when the panel is open. */
export async function refresh(opened = isOpen) {
  isOpen = opened;
  if (!isOpen || !state.view) return;
  if (!state.doc.against) {
    return fill(panel, empty("Nothing to compare with.", "Start with --against and a JSON result, pdftotext or mutool."));
  }
  const view = state.view;
  try {
    const result = await get(`page/${view.page_number}/compare`);
    if (state.view === view) render(view, result);
  } catch (error) {
    fill(panel, empty("The page cannot be compared.", error.message));
  }
}

function render(view, { name, parts, same, only_ours: ours, only_theirs: theirs }) {
  const all = view.blocks.flatMap((block, b) => block.words.map((word, w) => ({ word, b, w, text: Array.from(block.text).slice(word.s, word.e).join("") })));
  const [nodes, oursBoxes, theirBoxes] = [[], [], []];
  let at = 0;
  for (const part of parts) {
    if (part.kind === "theirs") {
      const boxes = part.words.map((word) => word.b).filter(Boolean);
      theirBoxes.push(...boxes);
      const text = part.words.map((word) => word.t).join(" ");
      nodes.push(el("del", { class: "only-theirs", title: `only in ${name}`, onclick: () => mark(boxes) }, text), " ");
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
  markAll([["ours", oursBoxes], ["theirs", theirBoxes]]);
  const total = Math.max(1, same + Math.max(ours, theirs));
  fill(panel,
    el("p", { class: "summary", id: "comparison" }, el("span", {}, el("b", {}, `${Math.round((same / total) * 100)} % of the words agree`)),
      el("span", {}, el("ins", { class: "only-ours" }, `${ours} only here`)),
      el("span", {}, el("del", { class: "only-theirs" }, `${theirs} only in ${name}`))),
    el("div", { class: "compared", dir: "auto" }, ...nodes));
}

on("shown", () => refresh());

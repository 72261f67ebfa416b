// The text and the Markdown of the page, tied to the page in both directions.

import { state } from "./api.js";
import { byId, el, emit, empty, fill, on, percent, words as spaced } from "./dom.js";

const FURNITURE = new Set(["header", "footer", "page_number", "line_number", "watermark"]);
let text, markdown;
let isOwn = false;

export function begin(panels) {
  [text, markdown] = [panels.text, panels.markdown];
  text.addEventListener("click", (event) => {
    const word = event.target.closest?.(".w");
    if (word && window.getSelection().isCollapsed) choose([word]);
  });
  document.addEventListener("selectionchange", fromSelection);
  markdown.addEventListener("click", (event) => {
    const id = event.target.closest?.(".seg")?.dataset.block;
    const block = state.view?.blocks.find((one) => one.id === id);
    if (block) emit("selected", { words: [], block, from: "markdown" });
  });
}

on("shown", (view) => {
  const blocks = view.blocks.map(blockOf);
  fill(text, ...(blocks.length ? blocks : [nothing(view)]));
  fill(markdown, view.markdown ? el("pre", { class: "markdown" }, ...segments(view)) : nothing(view));
});

function nothing(view) {
  const why = {
    nothing_drawn: ["This page is blank.", ""],
    only_pictures: ["This page is a picture without text.", "pdftract --ocr auto reads it, if an engine is installed."],
    all_left_out: ["All text of this page is hidden.", "The layer “Hidden text” shows it."],
  }[view.empty_because] ?? ["This page has no text.", ""];
  return empty(...why);
}

function blockOf(block, index) {
  const characters = Array.from(block.text);
  const parts = [];
  let done = 0;
  block.words.forEach((word, place) => {
    if (word.s < done) return;
    if (word.s > done) parts.push(characters.slice(done, word.s).join(""));
    const doubtful = word.q === "garbled" || word.c < 0.7 ? " doubt" : "";
    parts.push(el("span", { class: `w${doubtful}`, "data-b": index, "data-w": place }, characters.slice(word.s, word.e).join("")));
    done = word.e;
  });
  parts.push(characters.slice(done).join(""));
  const level = block.level ? ` ${block.level}` : "";
  const furniture = FURNITURE.has(block.role) ? " furniture" : "";
  return el("div", { class: `block role-${block.role}${furniture}`, "data-id": block.id, dir: "auto" },
    el("span", { class: "tag" }, el("b", {}, `${index + 1} · ${spaced(block.role)}${level}`), ` · ${percent(block.score)}`), ...parts);
}

function segments(view) {
  const characters = Array.from(view.markdown);
  const parts = [];
  let done = 0;
  for (const { start, end, block_id: id } of [...view.markdown_blocks].sort((a, b) => a.start - b.start)) {
    if (start < done) continue;
    parts.push(characters.slice(done, start).join(""));
    parts.push(el("span", { class: "seg", "data-block": id }, characters.slice(start, end).join("")));
    done = end;
  }
  parts.push(characters.slice(done).join(""));
  return parts;
}

const wordOf = (span) => ({ block: state.view.blocks[Number(span.dataset.b)], word: Number(span.dataset.w) });

function choose(spans) {
  const words = spans.map(wordOf);
  light(spans);
  emit("selected", { words, block: words[0]?.block, from: "text" });
  // The first glyph of the word is explained as well.
  if (spans.length === 1) {
    const [x0, y0, x1, y1] = words[0].block.words[words[0].word].b;
    emit("explain", `x=${(x0 + Math.min(2, (x1 - x0) / 2)).toFixed(2)}&y=${((y0 + y1) / 2).toFixed(2)}`);
  }
}

function fromSelection() {
  const selection = window.getSelection();
  if (isOwn || selection.isCollapsed || !selection.rangeCount || !text.contains(selection.anchorNode)) return;
  const range = selection.getRangeAt(0);
  const spans = [...text.querySelectorAll(".w")].filter((span) => range.intersectsNode(span));
  if (spans.length) {
    const words = spans.map(wordOf);
    emit("selected", { words, block: words[0].block, from: "text" });
  }
}

function light(spans) {
  text.querySelectorAll(".w.on").forEach((span) => span.classList.remove("on"));
  spans.forEach((span) => span.classList.add("on"));
}

on("selected", ({ words, block, from }) => {
  const index = state.view.blocks.indexOf(block);
  text.querySelectorAll(".block.on").forEach((one) => one.classList.remove("on"));
  markdown.querySelectorAll(".seg.on").forEach((one) => one.classList.remove("on"));
  if (!block) return light([]);
  const target = text.querySelectorAll(".block")[index];
  target?.classList.add("on");
  const segment = [...markdown.querySelectorAll(".seg")].find((one) => one.dataset.block === block.id);
  segment?.classList.add("on");
  if (from !== "markdown") segment?.scrollIntoView({ block: "nearest" });
  if (from === "text") return;
  const spans = (words ?? []).map((one) =>
    text.querySelector(`.w[data-b="${state.view.blocks.indexOf(one.block)}"][data-w="${one.word}"]`)).filter(Boolean);
  light(spans);
  const narrow = window.matchMedia("(max-width: 860px)").matches;
  if (!narrow) (spans[0] ?? target)?.scrollIntoView({ block: "nearest" });
  // An area selected on the page is selected as text too, so that it can be copied.
  if (spans.length > 1) {
    isOwn = true;
    const range = document.createRange();
    range.setStartBefore(spans[0]);
    range.setEndAfter(spans.at(-1));
    window.getSelection().removeAllRanges();
    window.getSelection().addRange(range);
    setTimeout(() => { isOwn = false; }, 50);
  }
});

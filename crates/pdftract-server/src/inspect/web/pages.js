// The list of pages: only the rows in view exist, so that a document may have any number of them.

import { get, state } from "./api.js";
import { byId, el, emit, on, percent } from "./dom.js";

const HEIGHT = 144;
const nav = byId("pages");
const rows = byId("rows");
const shown = new Map();
/** Facts about pages that were read so far. */
export const scores = [];
let idle;

export const level = (score) => (score === null || score === undefined ? "" : score >= 0.9 ? "good" : score >= 0.7 ? "fair" : "bad");

export function begin() {
  rows.style.height = `${state.doc.page_count * HEIGHT}px`;
  nav.addEventListener("scroll", refresh, { passive: true });
  new ResizeObserver(refresh).observe(nav);
  refresh();
  poll();
}

function range() {
  const first = Math.max(0, Math.floor(nav.scrollTop / HEIGHT) - 2);
  return [first, Math.min(state.doc.page_count, first + Math.ceil(nav.clientHeight / HEIGHT) + 5)];
}

function refresh() {
  const [first, end] = range();
  for (const [index, row] of shown) {
    if (index < first || index >= end) {
      row.remove();
      shown.delete(index);
    }
  }
  for (let index = first; index < end; index++) {
    if (!shown.has(index)) {
      const row = build(index);
      shown.set(index, row);
      rows.append(row);
    }
  }
  clearTimeout(idle);
  // Pages that only fly by are not drawn.
  idle = setTimeout(pictures, 140);
}

function build(index) {
  const row = el("button", { class: "row", type: "button", "data-page": index + 1, onclick: () => emit("go", { page: index + 1 }) },
    el("span", { class: "thumb" }, el("span", { class: "frame" })),
    el("span", { class: "caption" }, el("span", { class: "dot" }), el("span", { class: "n" }, String(index + 1))));
  row.style.top = `${index * HEIGHT + 4}px`;
  decorate(row, index);
  return row;
}

function decorate(row, index) {
  const facts = scores[index];
  const label = facts?.label && facts.label !== String(index + 1) ? ` (${facts.label})` : "";
  row.querySelector(".n").textContent = `${index + 1}${label}`;
  row.querySelector(".dot").className = `dot ${level(facts?.score)}`;
  const told = facts ? (facts.score === null ? ", blank" : `, score ${percent(facts.score)}`) : "";
  row.setAttribute("aria-label", `Page ${index + 1}${label}${told}`);
  row.title = `Page ${index + 1}${label}${told}`;
  if (index + 1 === state.page) row.setAttribute("aria-current", "page");
  else row.removeAttribute("aria-current");
}

function pictures() {
  for (const [index, row] of shown) {
    const thumb = row.querySelector(".thumb");
    if (thumb.querySelector("img")) continue;
    const image = el("img", { alt: "", loading: "lazy", src: `api/page/${index + 1}/picture?dpi=14` });
    image.addEventListener("load", () => thumb.replaceChildren(image), { once: true });
    // The image is loaded before it takes the place of the frame.
    image.loading = "eager";
  }
}

async function poll() {
  let wait = 700;
  try {
    const [first, end] = range();
    const some = await get(`scores?from=${first}&count=${end - first}`);
    take(some);
    if (some.done >= state.doc.page_count) {
      await all();
      emit("scored", true);
      return;
    }
    emit("scored", false);
  } catch {
    wait = 3000;
  }
  setTimeout(poll, wait);
}

function take({ from, scores: some }) {
  some.forEach((facts, place) => { if (facts) scores[from + place] = facts; });
  for (const [index, row] of shown) decorate(row, index);
}

/** Fetches the facts of all pages that were read. */
export async function all() {
  for (let from = 0; from < state.doc.page_count; from += 5000) take(await get(`scores?from=${from}&count=5000`));
}

/** Polls again, after the document was read anew. */
export function again() {
  scores.length = 0;
  setTimeout(poll, 300);
}

on("turned", (page) => {
  for (const [index, row] of shown) decorate(row, index);
  const top = (page - 1) * HEIGHT;
  if (top < nav.scrollTop || top + HEIGHT > nav.scrollTop + nav.clientHeight) nav.scrollTop = top - nav.clientHeight / 2 + HEIGHT / 2;
});

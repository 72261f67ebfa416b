// The page in the middle: its picture, the boxes over it, and what is selected.

import { get, state } from "./api.js";
import { byId, emit, fill, on, percent, say, svg } from "./dom.js";
import { draw, legend } from "./layers.js";

const RESOLUTIONS = [72, 96, 144, 192, 288];
const [stage, sheet, picture, overlay] = ["stage", "sheet", "picture", "overlay"].map(byId);
const boxes = svg("g");
const marks = svg("g");
const picked = svg("g");
let loading = 0;

overlay.append(boxes, marks, picked);

/** Returns pixels per point. */
function scale() {
  const view = state.view;
  const room = Math.max(160, stage.clientWidth - 2 * parseFloat(getComputedStyle(stage).paddingLeft));
  const fit = Math.min(room / view.width, 2.4);
  return fit * state.zoom;
}

export function fitSheet() {
  if (!state.view) return;
  const { width, height } = state.view;
  const pixels = scale();
  sheet.style.width = `${width * pixels}px`;
  sheet.style.height = `${height * pixels}px`;
  overlay.setAttribute("viewBox", `0 0 ${width} ${height}`);
  byId("fit").textContent = percent(pixels / (96 / 72));
  const wanted = pixels * 72 * Math.min(2, window.devicePixelRatio || 1);
  const dpi = RESOLUTIONS.find((one) => one >= wanted * 0.95) ?? RESOLUTIONS.at(-1);
  // A page of unusual size would otherwise have a picture of unusual size.
  const most = Math.max(24, Math.floor(Math.min(dpi, (2600 * 72) / Math.max(width, height))));
  const source = `api/page/${state.page}/picture?dpi=${most}`;
  if (picture.getAttribute("src") !== source) {
    picture.setAttribute("src", source);
    picture.alt = `Picture of page ${state.page}`;
    picture.hidden = false;
  }
}

picture.addEventListener("error", () => { picture.hidden = true; });
picture.addEventListener("load", () => performance.mark("first-picture"));

/** Shows a page, counted from 1; `then` runs when it is there. */
export async function show(number, then) {
  const page = Math.min(Math.max(1, Math.trunc(number) || 1), state.doc.page_count);
  const turn = ++loading;
  const isNew = page !== state.page || !state.view;
  state.page = page;
  emit("turned", page);
  if (isNew) fill(marks);
  // The picture does not wait for the text.
  if (isNew && state.view) { fill(boxes); fill(picked); fitSheet(); }
  try {
    const view = await get(`page/${page}`);
    if (turn !== loading) return;
    state.view = view;
    state.glyphs = null;
    byId("empty").hidden = true;
    sheet.hidden = false;
    fitSheet();
    await redraw();
    emit("shown", view);
    performance.mark("first-page");
    if (isNew) stage.scrollTo(0, 0);
    then?.();
  } catch (error) {
    if (turn !== loading) return;
    sheet.hidden = true;
    byId("empty").textContent = `Page ${page}: ${error.message}`;
    byId("empty").hidden = false;
  }
}

/** Draws the layers; glyphs are fetched when a layer needs them. */
export async function redraw() {
  const view = state.view;
  if (!view) return;
  if ((state.layers.has("glyphs") || state.layers.has("hidden")) && !state.glyphs) {
    const glyphs = await get(`page/${view.page_number}/glyphs`);
    if (state.view !== view) return;
    state.glyphs = glyphs;
  }
  fill(boxes, ...draw(state));
  legend(byId("legend"), state);
}

const rect = ([x0, y0, x1, y1], name) =>
  svg("rect", { class: name, x: x0 - 0.6, y: y0 - 0.6, width: Math.max(1, x1 - x0) + 1.2, height: Math.max(1, y1 - y0) + 1.2, rx: 1 });

/** Marks boxes and brings the first into view. */
export function mark(places, name = "mark", scrolls = true) {
  fill(marks, ...places.map((box) => rect(box, name)));
  if (scrolls && places.length) bring(places[0]);
}

/** Marks boxes of several kinds, such as those of a comparison. */
export const markAll = (kinds) => fill(marks, ...kinds.flatMap(([name, places]) => places.map((box) => rect(box, name))));

export const pick = (box) => fill(picked, ...(box ? [rect(box, "picked")] : []));

function bring([x0, y0, x1, y1]) {
  const pixels = scale();
  const [top, bottom, left, right] = [y0, y1, x0, x1].map((edge) => edge * pixels);
  const inside = top >= stage.scrollTop && bottom <= stage.scrollTop + stage.clientHeight - 40
    && left >= stage.scrollLeft && right <= stage.scrollLeft + stage.clientWidth;
  if (!inside) stage.scrollTo({ top: Math.max(0, top - stage.clientHeight / 3), left: Math.max(0, left - 60), behavior: "smooth" });
}

/** Returns the position on the page of a pointer. */
function position(event) {
  const place = sheet.getBoundingClientRect();
  const at = (value, start, size, points) => Math.min(points, Math.max(0, ((value - start) / size) * points));
  return [at(event.clientX, place.left, place.width, state.view.width), at(event.clientY, place.top, place.height, state.view.height)];
}

const holds = ([x0, y0, x1, y1], x, y, slack = 0) => x >= x0 - slack && x <= x1 + slack && y >= y0 - slack && y <= y1 + slack;

/** Returns the word and the block at a position. */
export function hit(x, y) {
  for (const block of state.view.blocks) {
    const word = block.words.findIndex((one) => holds(one.b, x, y));
    if (word >= 0) return { block, word };
  }
  return { block: state.view.blocks.find((one) => holds(one.bbox, x, y, 1)), word: -1 };
}

let start = null;
sheet.addEventListener("pointerdown", (event) => {
  if (event.button === 0 && state.view && event.pointerType !== "touch") start = position(event);
});
sheet.addEventListener("pointermove", (event) => {
  if (!start || !state.view) return;
  const [x, y] = position(event);
  if (Math.hypot(x - start[0], y - start[1]) > 4) {
    sheet.setPointerCapture(event.pointerId);
    fill(picked, rect(ordered(start, [x, y]), "rubber"));
  }
});
sheet.addEventListener("pointerup", (event) => {
  const from = start;
  start = null;
  if (!state.view || (event.pointerType !== "touch" && !from)) return;
  const [x, y] = position(event);
  if (from && Math.hypot(x - from[0], y - from[1]) > 4) return selectArea(ordered(from, [x, y]));
  selectAt(x, y);
});
sheet.addEventListener("pointercancel", () => { start = null; });

const ordered = ([ax, ay], [bx, by]) => [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)];

function selectArea(area) {
  fill(picked);
  const selected = [];
  for (const block of state.view.blocks) {
    block.words.forEach((word, index) => {
      if (holds(area, (word.b[0] + word.b[2]) / 2, (word.b[1] + word.b[3]) / 2)) selected.push({ block, word: index });
    });
  }
  mark(selected.map(({ block, word }) => block.words[word].b), "mark", false);
  emit("selected", { words: selected, block: selected[0]?.block, from: "page" });
  say(selected.length === 1 ? "1 word selected" : `${selected.length} words selected`);
}

function selectAt(x, y) {
  const { block, word } = hit(x, y);
  mark(word >= 0 ? [block.words[word].b] : block ? [block.bbox] : [], "mark", false);
  emit("selected", { words: word >= 0 ? [{ block, word }] : [], block, from: "page" });
  emit("explain", `x=${x.toFixed(2)}&y=${y.toFixed(2)}`);
}

on("selected", ({ words, block, from }) => {
  if (from === "page") return;
  pick(null);
  mark(words?.length ? words.map((one) => one.block.words[one.word].b) : block ? [block.bbox] : []);
});
new ResizeObserver(() => fitSheet()).observe(stage);

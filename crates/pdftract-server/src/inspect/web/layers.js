// Boxes over the picture of the page: one path for each layer and colour, so that thousands of glyphs stay quick.

import { el, fill, percent, svg, words } from "./dom.js";

export const LAYERS = [
  ["blocks", "Blocks"], ["lines", "Lines"], ["words", "Words"], ["glyphs", "Glyphs"], ["tables", "Tables"],
  ["images", "Images"], ["links", "Links"], ["order", "Reading order"], ["hidden", "Hidden text"],
];

const ROLES = {
  title: "violet", heading: "violet", paragraph: "blue", list_item: "teal", table: "green", figure: "amber", caption: "orange",
  formula: "pink", code: "pink", footnote: "amber", block_quote: "teal", form_field: "orange",
  header: "grey", footer: "grey", page_number: "grey", line_number: "grey", watermark: "grey",
};
const SOURCES = {
  actual_text: "green", to_unicode: "green", unicode_cmap: "green", override: "violet", agl: "blue", font_cmap: "blue",
  cid_collection: "blue", tex_encoding: "teal", symbol_encoding: "teal", fingerprint: "teal", shape_match: "amber",
  context: "orange", ocr: "pink", unknown: "red",
};
const STEPS = [["red", 0.5], ["orange", 0.7], ["amber", 0.85], ["teal", 0.95], ["green", Infinity]];

const byStep = (share) => STEPS.find(([, below]) => share < below)[0];
export const sourceColour = (source) => SOURCES[source] ?? "grey";

function colourOf(by, block, word) {
  if (by === "role") return ROLES[block.role] ?? "grey";
  if (by === "readability") return byStep(block.score);
  if (by === "source") return word ? sourceColour(word.u) : sourceColour(mostOf(block.words.map((one) => one.u)));
  const sure = word ? word.c : Math.min(1, ...block.words.map((one) => one.c));
  return byStep(sure);
}

function mostOf(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "unknown";
}

const rectangle = ([x0, y0, x1, y1]) => `M${x0} ${y0}H${x1}V${y1}H${x0}Z`;

/** Collects boxes by colour. */
class Paths {
  byColour = new Map();
  add(colour, box) {
    this.byColour.set(colour, (this.byColour.get(colour) ?? "") + rectangle(box));
  }
  group(name) {
    const paths = [...this.byColour].map(([colour, d]) => svg("path", { class: `box k-${colour}`, d }));
    return svg("g", { class: name, "data-layer": name }, ...paths);
  }
}

/** Returns the groups of all layers that are on. */
export function draw({ view, glyphs, layers, colour }) {
  const groups = [];
  const each = (name, group, work) => {
    if (!layers.has(name)) return;
    const paths = new Paths();
    work(paths);
    groups.push(paths.group(group));
  };
  each("images", "images", (paths) => {
    for (const image of view.images) paths.add("amber", image.bbox);
    for (const figure of view.figures) paths.add("orange", figure.bbox);
  });
  each("blocks", "blocks", (paths) => view.blocks.forEach((block) => paths.add(colourOf(colour, block), block.bbox)));
  each("tables", "cells", (paths) => {
    for (const block of view.blocks) for (const cell of block.cells ?? []) paths.add(cell.header ? "violet" : "green", cell.bbox);
  });
  each("lines", "lines", (paths) => {
    for (const block of view.blocks) for (const line of block.lines) paths.add(colourOf(colour, block), line);
  });
  each("words", "words", (paths) => {
    for (const block of view.blocks) for (const word of block.words) paths.add(colourOf(colour, block, word), word.b);
  });
  each("links", "links", (paths) => view.links.forEach((link) => paths.add("pink", link.bbox)));
  each("glyphs", "glyphs", (paths) => glyphBoxes(paths, view, glyphs, colour, true));
  each("hidden", "hidden-text", (paths) => glyphBoxes(paths, view, glyphs, colour, false));
  if (layers.has("order")) groups.push(order(view));
  return groups;
}

function glyphBoxes(paths, view, glyphs, colour, isVisible) {
  if (!glyphs) return;
  const blockAt = colour === "role" || colour === "readability" ? finder(view) : null;
  glyphs.boxes.forEach((tenths, index) => {
    if ((glyphs.visibility[index] === "visible") !== isVisible) return;
    const box = tenths.map((edge) => edge / 10);
    if (!isVisible) return paths.add("red", box);
    const source = glyphs.sources[glyphs.source[index]];
    if (colour === "source") return paths.add(sourceColour(source), box);
    if (colour === "confidence") return paths.add(byStep(glyphs.confidence[index] / 100), box);
    const block = blockAt((box[0] + box[2]) / 2, (box[1] + box[3]) / 2);
    paths.add(block ? colourOf(colour, block) : "grey", box);
  });
}

const holds = ([x0, y0, x1, y1], x, y) => x >= x0 && x <= x1 && y >= y0 && y <= y1;
/** Finds blocks by position; the last one found is tried first, since neighbours share it. */
function finder(view) {
  let last = null;
  return (x, y) => {
    if (!last || !holds(last.bbox, x, y)) last = view.blocks.find((block) => holds(block.bbox, x, y)) ?? null;
    return last;
  };
}

function order(view) {
  // From the end of each block to the number beside the first line of the next, as the eye goes.
  const starts = view.blocks.map(({ bbox: [x0, y0], lines }) => [Math.max(8, x0 - 10), y0 + Math.min(10, ((lines[0]?.[3] ?? y0 + 12) - y0) / 2)]);
  const ends = view.blocks.map(({ bbox: [, , x1, y1] }) => [Math.min(view.width - 4, x1 + 3), y1 - 2]);
  const group = svg("g", { "data-layer": "order" });
  for (let index = 1; index < starts.length; index++) {
    const [from, to] = [ends[index - 1], starts[index]];
    group.append(svg("path", { class: "order", d: `M${from.join(" ")}L${to.join(" ")}` }), arrow(from, to));
  }
  starts.forEach(([x, y], index) => group.append(
    svg("circle", { class: "order-dot", cx: x, cy: y, r: 7 }),
    svg("text", { class: "order-number", x, y }, String(index + 1)),
  ));
  return group;
}

/** Returns the head of an arrow, in the middle of its line. */
function arrow([ax, ay], [bx, by]) {
  const length = Math.hypot(bx - ax, by - ay) || 1;
  const [dx, dy] = [(bx - ax) / length, (by - ay) / length];
  const [x, y] = [(ax + bx) / 2 + dx * 4, (ay + by) / 2 + dy * 4];
  const corner = (side) => `${x - dx * 8 + dy * 4.5 * side} ${y - dy * 8 - dx * 4.5 * side}`;
  return svg("path", { class: "order-head", d: `M${x} ${y}L${corner(1)}L${corner(-1)}Z` });
}

/** Shows the meaning of the colours in use. */
export function legend(list, { view, glyphs, colour }) {
  const entries = new Map();
  if (colour === "role") for (const block of view.blocks) entries.set(words(block.role), ROLES[block.role] ?? "grey");
  else if (colour === "source") for (const source of Object.keys(view.by_source)) entries.set(words(source), sourceColour(source));
  else {
    let from = 0;
    for (const [name, below] of STEPS) {
      entries.set(below === Infinity ? `≥ ${percent(from)}` : `< ${percent(below)}`, name);
      from = below;
    }
  }
  fill(list, ...[...entries].map(([name, kind]) => el("li", {}, el("i", { class: `k-${kind}` }), name)));
}

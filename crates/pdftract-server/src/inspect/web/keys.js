// The keyboard.

import { byId, el, fill } from "./dom.js";

const KEYS = [
  ["j  k", "next and previous page (also Page Down, Page Up)"],
  ["g", "go to a page by its number"],
  ["/", "search"],
  ["1 – 9", "switch layers"],
  ["c", "next way of colouring"],
  ["← →", "previous and next glyph, when the page has the focus"],
  ["+  −  0", "zoom, fit the width"],
  ["t", "light or dark"],
  ["[  ]", "previous and next panel"],
  ["?", "this list"],
];

export function begin(actions) {
  fill(byId("keys"), ...KEYS.flatMap(([key, meaning]) => [el("dt", {}, key), el("dd", {}, meaning)]));
  byId("help-button").addEventListener("click", () => byId("help").showModal());
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || byId("help").open) return;
    const target = event.target;
    if (target.closest?.("input, textarea, select")) {
      if (event.key === "Escape") target.blur();
      return;
    }
    const isStage = target.id === "stage" || target === document.body;
    const done = handle(event.key, isStage, actions);
    if (done) event.preventDefault();
  });
}

function handle(key, isStage, actions) {
  if (/^[1-9]$/.test(key)) return actions.layer(Number(key) - 1), true;
  if (isStage && key === "ArrowRight") return actions.step(1), true;
  if (isStage && key === "ArrowLeft") return actions.step(-1), true;
  switch (key) {
    case "j": case "PageDown": return actions.turn(1), true;
    case "k": case "PageUp": return actions.turn(-1), true;
    case "g": return byId("number").select(), byId("number").focus(), true;
    case "/": return byId("query").focus(), true;
    case "c": return actions.colour(), true;
    case "+": case "=": return actions.zoom(1.25), true;
    case "-": return actions.zoom(0.8), true;
    case "0": return actions.zoom(0), true;
    case "t": return actions.theme(), true;
    case "[": return actions.panel(-1), true;
    case "]": return actions.panel(1), true;
    case "?": return byId("help").showModal(), true;
    default: return false;
  }
}

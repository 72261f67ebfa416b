// Elements and events. Strings of a document only ever become text or attributes.

const SVG = "http://www.w3.org/2000/svg";

export const byId = (id) => document.getElementById(id);

/** Creates an element; children are nodes or strings, which become text. */
export function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.filter((child) => child !== undefined && child !== null && child !== false));
  return node;
}

export function fill(node, ...children) {
  node.replaceChildren(...children.filter((child) => child !== undefined && child !== null && child !== false));
}

const bus = new EventTarget();
export const on = (name, listener) => bus.addEventListener(name, (event) => listener(event.detail));
export const emit = (name, detail) => bus.dispatchEvent(new CustomEvent(name, { detail }));

let quiet;
/** Shows a short message at the bottom. */
export function say(message) {
  const status = byId("status");
  status.textContent = message;
  status.classList.add("shown");
  clearTimeout(quiet);
  quiet = setTimeout(() => status.classList.remove("shown"), 4000);
}

export const percent = (share) => `${Math.round(share * 100)} %`;
export const words = (name) => String(name).replaceAll("_", " ");

/** Shows control characters and lone spaces, which would be invisible. */
export function visible(text) {
  if (text === "") return "∅";
  return Array.from(text, (c) => (c === " " ? "␣" : c < " " ? String.fromCharCode(0x2400 + c.charCodeAt(0)) : c)).join("");
}

export const codePoints = (text) =>
  Array.from(text, (c) => "U+" + c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")).join(" ");

export function empty(title, hint) {
  return el("div", { class: "empty" }, el("p", {}, title), hint && el("p", { class: "quiet" }, hint));
}

// The document's own markup, filled in. Nothing here, or anywhere in the page, makes HTML out of text.

import { instant, moment } from "./format.js";

export const byId = (id) => document.getElementById(id);

/** A copy of what a <template> holds. */
export const stamp = (template) => byId(template).content.firstElementChild.cloneNode(true);

/** The element of `root` that the markup calls `name`. */
export const part = (root, name) => root.querySelector(`[data-part="${name}"]`);

/** Puts each text into the part of its name. */
export function write(root, texts) {
  for (const [name, text] of Object.entries(texts)) {
    part(root, name).textContent = text;
  }
}

export function element(name, text, className) {
  const made = document.createElement(name);
  made.textContent = text ?? "";
  if (className) {
    made.className = className;
  }

  return made;
}

export function svgElement(name, attributes = {}) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [attribute, value] of Object.entries(attributes)) {
    made.setAttribute(attribute, value);
  }

  return made;
}

/** A term and what it is, for a <dl>. */
export function entry(term, value) {
  const pair = element("div");
  pair.append(element("dt", term), value instanceof Node ? value : element("dd", value));
  return pair;
}

/** Writes a time into a <time>: in full, or short and in full for whoever points at it. */
export function writeTime(time, iso, { short = false } = {}) {
  time.dateTime = iso;
  time.textContent = short ? moment(iso) : instant(iso);
  time.title = short ? instant(iso) : "";
}

/** Eight groups of eight digits, which a copy gets without the gaps. */
export const grouped = (sha256) => sha256.match(/.{1,8}/g).flatMap((group) => [element("span", group), element("wbr")]);

export const setGlyph = (use, name) => use.setAttribute("href", `#glyph-${name}`);

/** Says it to whoever listens instead of looking. */
export const announce = (text) => { byId("announcer").textContent = text; };

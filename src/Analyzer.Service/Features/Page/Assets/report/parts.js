// What lies inside a file, as a tree. Names were written by strangers: they are shown as text, and nothing of them can be clicked.

import { element, entry, grouped, part, setGlyph, stamp, write } from "../dom.js";
import { bytes, count, visible } from "../format.js";
import { known } from "../verdicts.js";
import { addressOf } from "./address.js";
import { reasons } from "./reasons.js";

/** Fills the section of a report; it stays hidden when nothing lies inside. */
export function drawParts(shown, { parts, coverage }) {
  const section = part(shown, "parts");
  section.hidden = !parts?.length;
  if (!section.hidden) {
    const listed = counted(parts);
    part(section, "count").textContent = count(coverage?.parts ?? listed);
    part(section, "unlisted").hidden = !(coverage?.parts > listed);
    part(section, "unlisted").textContent = `${count(listed)} of them are listed, those that are not clean before others.`;
    part(section, "list").append(...parts.map(draw));
  }
}

const counted = (parts) => parts.reduce((sum, inner) => sum + 1 + counted(inner.parts ?? []), 0);

function draw({ name, offset, mediaType, size, sha256, verdict, score, findings, unable, parts }) {
  const item = stamp("part-template");
  item.dataset.verdict = known(verdict);
  setGlyph(part(item, "glyph"), known(verdict));
  write(item, { name: name === undefined ? "without a name" : visible(name), verdict: `${verdict}, ${count(score)}` });
  part(item, "facts").append(
    entry("Type", mediaType === undefined ? "not known" : visible(mediaType)),
    entry("Size", size === undefined ? "not read to its end" : bytes(size)),
    entry("Place", `offset ${count(offset)}`));
  part(item, "digest").hidden = sha256 === undefined;
  if (sha256 !== undefined) {
    part(item, "sha256").append(...grouped(sha256));
    part(item, "lookup").href = addressOf(sha256);
  }

  part(item, "unable").append(...(unable ?? []).map(({ text }) => element("li", visible(text), "gap")));
  part(item, "reasons").append(...reasons(findings));
  part(item, "parts").append(...(parts ?? []).map(draw));
  return item;
}

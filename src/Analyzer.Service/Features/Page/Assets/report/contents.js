// What a document carries: scripts, files and links. All of it was written by strangers, so it is shown as text and nothing of it
// can be clicked.

import { element, entry, grouped, part, stamp, write } from "../dom.js";
import { bytes, count, plural, visible, visibleLines } from "../format.js";
import { addressOf } from "./address.js";
import { placeInWords } from "./places.js";

const PART = "the part that was read (64 KiB)";

/** Fills the sections of a report; those with nothing in them stay hidden. */
export function drawContents(shown, { pdf, coverage }) {
  fill(shown, "scripts", pdf?.scripts, script);
  const unread = coverage?.skipped.encrypted > 0 ? "not read: the document is encrypted" : "not decoded to its end";
  fill(shown, "attachments", pdf?.attachments, (found) => attachment(found, unread));
  fill(shown, "links", pdf?.links, (link) => {
    const item = element("li");
    item.append(element("bdi", visible(link)));
    return item;
  });
}

function fill(shown, name, list, draw) {
  const section = part(shown, name);
  section.hidden = !list?.length;
  if (list?.length) {
    part(section, "count").textContent = count(list.length);
    part(section, "list").append(...list.map(draw));
  }
}

function script({ place, length, sha256, text, cut }) {
  const item = stamp("script-template");
  write(item, { where: `${plural(length, "character")}, at ${placeInWords(place)}`, text: visibleLines(text) });
  part(item, "cut").hidden = length <= text.length;
  write(item, {
    cut: `The first ${count(text.length)} characters of ${cut ? PART : count(length)}.`,
    hashed: cut ? PART : "the whole text",
  });
  part(item, "sha256").append(...grouped(sha256));
  return item;
}

function attachment({ name, place, size, sha256, mediaType, kind }, unread) {
  const item = stamp("attachment-template");
  item.dataset.kind = kind ?? "";
  write(item, { name: name === undefined ? "without a name" : visible(name), kind: kinds[kind] ?? "type not known" });
  part(item, "facts").append(
    entry("Type", mediaType === undefined ? "not known" : visible(mediaType)),
    entry("Size", size === undefined ? unread : bytes(size)),
    entry("Place", placeInWords(place)));
  part(item, "digest").hidden = sha256 === undefined;
  if (sha256 !== undefined) {
    part(item, "sha256").append(...grouped(sha256));
    part(item, "lookup").href = addressOf(sha256);
  }

  return item;
}

const kinds = {
  executable: "a program", script: "a script", office: "an office document", archive: "an archive", pdf: "a PDF", image: "a picture",
  text: "text", other: "something else",
};

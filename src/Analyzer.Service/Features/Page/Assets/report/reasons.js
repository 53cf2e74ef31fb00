// Why a report says what it says: its findings, those with the most points first.

import { element, part, stamp, write } from "../dom.js";
import { count, plural, visible } from "../format.js";
import { placeInWords } from "./places.js";

const ESCAPE = /\\x[0-9a-f]{2}|\\u[0-9a-f]{4}/gi;

// What led to it, of what needs something to lead there.
const TRIGGERS = {
  open: "on opening, without a click",
  page: "with a page, without a click",
  close: "on closing, saving or printing, without a click",
  field: "on an event of a field",
  click: "on a click",
};

export const reasons = (findings) => findings.toSorted((one, other) => other.points - one.points).map(reason);

function reason(finding) {
  const item = stamp("reason-template");
  // A finding without points is told too.
  item.classList.toggle("told", finding.points === 0);
  write(item, {
    points: finding.points === 0 ? "0" : `+${count(finding.points)}`,
    reason: visible(finding.reason),
    rule: visible(finding.rule),
    where: where(finding),
  });
  part(item, "link").href = `/rules#${encodeURIComponent(finding.rule)}`;
  part(item, "excerpt").hidden = !isReadable(finding.excerpt ?? "");
  part(item, "excerpt").append(...excerpt(finding.excerpt ?? ""));

  const more = finding.places?.slice(1) ?? [];
  part(item, "more").hidden = more.length === 0;
  part(item, "more-count").textContent = plural(more.length, "further place");
  part(item, "places").append(...more.map((place) => element("li", placeInWords(place))));
  return item;
}

/** Encrypted or packed bytes tell nobody anything: at least as many letters as escapes are wanted. */
function isReadable(text) {
  const plain = text.replace(ESCAPE, "");
  return plain.trim() !== "" && plain.length >= (text.match(ESCAPE)?.length ?? 0);
}

/** What the engine had to escape steps back behind what can be read. */
const excerpt = (text) => visible(text).split(/(\\x[0-9a-f]{2}|\\u[0-9a-f]{4})/i)
  .map((piece, index) => element("span", piece, index % 2 === 1 ? "escape" : ""));

function where({ count: seen, offset, places, trigger }) {
  const first = places?.length > 0 ? placeInWords(places[0]) : `offset ${count(offset)}`;
  const times = seen === 1 ? `seen once, at ${first}` : `seen ${count(seen)} times, first at ${first}`;
  return trigger in TRIGGERS ? `${TRIGGERS[trigger]}; ${times}` : times;
}

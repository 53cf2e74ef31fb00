// How much of a file was looked at, in plain words.

import { bytes, count, listed, plural, visible } from "../format.js";

const PDF = "application/pdf";

/** One of whole, part, none (a type that is not understood), unknown (an older engine did not write it down). */
export function extent(report) {
  if (!report.coverage) {
    return report.mediaType === PDF ? "unknown" : "none";
  }

  return missed(report).length === 0 && report.verdict !== "unable" ? "whole" : "part";
}

/** The same for a row of a list. */
export const extents = { whole: "whole", part: "in part", none: "no", unknown: "not told" };

/** Sentences for the report; `isGap` marks those that keep it from being called clean. */
export function sentences(report) {
  switch (extent(report)) {
    case "none":
      return [{ text: "Nothing but its first bytes: no engine knows this type.", isGap: true }];
    case "unknown":
      return [{ text: `Not told: engine ${report.engine} did not say what it looked at, and opened no object streams.`, isGap: true }];
    default:
      return [...missed(report), ...seen(report)];
  }
}

// Findings that say themselves that something was not looked at.
const GAPS = {
  "pdf.encrypted": "It is encrypted: its strings and streams cannot be read here.",
  "pdf.deep-nesting": "Its objects are nested too deep to be followed to their end.",
  "pdf.no-objects": "It has no objects, so there was nothing to look at.",
};

// A report says itself why it is not whole; those of engines before version 5 say it by findings and counts.
const missed = ({ coverage, findings, unable, engine }) => unable ? unable.map(reason) : Number(engine) >= 5 ? [] : [
  ...findings.filter(({ rule }) => rule in GAPS).map(({ rule }) => ({ text: GAPS[rule], isGap: true })),
  ...uncounted(coverage),
];

const reason = ({ count: number, text }) => ({ text: number > 1 ? `${visible(text)} (${count(number)} times)` : visible(text), isGap: true });

const uncounted = ({ unopenedObjectStreams, unreadScripts, actionsWithoutTarget }) => [
  [unopenedObjectStreams, (number) => `${plural(number, "object stream")} not opened, or not to the end: more may be in there.`],
  [unreadScripts, (number) => `${plural(number, "script")} not read, or not to the end.`],
  [actionsWithoutTarget, (number) =>
    `${plural(number, "action")} that ${number === 1 ? "needs" : "need"} no click, with a target that was not seen.`],
].filter(([number]) => number > 0).map(([number, text]) => ({ text: text(number), isGap: true }));

const seen = (report) => [...seenParts(report.coverage), ...(report.mediaType === PDF ? seenStreams(report) : [])];

const seenParts = ({ parts, openedParts, partBytes }) => parts > 0
  ? [{ text: `${plural(parts, "part")} inside, of which ${count(openedParts ?? 0)} were read to the end: ${bytes(partBytes ?? 0)}.` }]
  : [];

function seenStreams(report) {
  const { streams, opened, skipped, decodedBytes } = report.coverage;
  const told = missed(report).length === 0 ? [{ text: "Every object stream and script was opened, and the target of every action seen." }] : [];
  if (streams === 0) {
    return [...told, { text: "It has no streams: all of it lies open." }];
  }

  told.push({ text: `Of ${plural(streams, "stream")}, ${opened === 0 ? "none was opened." : opened === 1
    ? `1 was opened and decoded to ${bytes(decodedBytes)}.`
    : `${count(opened)} were opened and decoded to ${bytes(decodedBytes)}.`}` });
  const harmless = parts(skipped, {
    image: (number) => plural(number, "picture"),
    font: (number) => plural(number, "font"),
    other: (number) => `${plural(number, "other")}, such as the content of pages`,
  });
  const lost = parts(skipped, {
    unknownFilter: (number) => `${count(number)} for a filter that is not decoded here`,
    overLimit: (number) => `${count(number)} beyond a bound of decoding`,
    encrypted: (number) => `${count(number)} for being encrypted`,
    broken: (number) => `${count(number)} for being broken`,
  });
  return [
    ...told,
    ...(harmless ? [{ text: `Not opened, because no objects or scripts lie in them: ${harmless}.` }] : []),
    ...(lost ? [{ text: `Could not be opened, or not to the end: ${lost}.` }] : []),
  ];
}

const parts = (skipped, words) =>
  listed(Object.entries(words).filter(([kind]) => skipped[kind] > 0).map(([kind, inWords]) => inWords(skipped[kind])));

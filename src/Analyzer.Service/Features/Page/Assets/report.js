// One report, or why there is none, in the place that the page keeps for it.

import { byId, element, entry, part, setGlyph, stamp, write, writeTime } from "./dom.js";
import { bytes, capital, count, milliseconds, plural, visible } from "./format.js";

const place = byId("report");

const meanings = {
  clean: "Looked at as a whole, and too little found for suspicion.",
  suspicious: "Something was found that harmless files seldom have. Read the reasons before opening it.",
  malicious: "What was found leaves little doubt. Do not open it.",
  unable: "Not looked at, or not as a whole. This is not the same as clean.",
};

const origins = {
  "new": () => "New to the service: sent, analysed and stored.",
  "known": () => "The service knew its SHA-256, so it was not sent.",
  "sent-known": ({ unasked }) => unasked
    ? `Sent whole, though the service knew it: ${unasked}.`
    : "Sent again. The service replaces a report only when its engine is newer.",
  "found": () => "Looked up by its SHA-256.",
};

/** Where a report is on this page. */
export const addressOf = (sha256) => `#/files/${sha256}`;

export function showLoading(sha256) {
  const loading = stamp("loading-template");
  write(loading, { title: "Looking it up\u2026" });
  part(loading, "sha256").append(...grouped(sha256));
  put(loading, { busy: true });
}

export function showRefusal(refusal, sha256) {
  const refused = stamp("problem-template");
  write(refused, { title: refusal.title, detail: refusal.detail, status: refusal.status ? `HTTP ${refusal.status}` : "" });
  if (sha256) {
    const digest = element("p", "", "digest");
    digest.append(...grouped(sha256));
    part(refused, "detail").after(digest);
  }

  put(refused);
  document.title = `${refusal.title} \u2013 Analyzer`;
}

/**
 * @param found `report`, `origin` (see `origins`), and of a file of this visit its `name`.
 * @param onResend Offers to send the file all the same; null when there is nothing to send.
 */
export function showReport(found, onResend) {
  const { report, origin, name } = found;
  const shown = stamp("report-template");
  const verdict = known(report.verdict);
  shown.dataset.verdict = verdict;
  setGlyph(part(shown, "glyph"), verdict);
  write(shown, {
    verdict: capital(report.verdict),
    score: count(report.score),
    points: report.score === 1 ? "point" : "points",
    meaning: meanings[verdict],
    name: name ? visible(name) : "",
    origin: origins[origin](found),
  });
  part(shown, "named").hidden = !name;
  part(shown, "sha256").append(...grouped(report.sha256));
  part(shown, "json").href = `/v1/files/${report.sha256}`;

  const copy = part(shown, "copy");
  copy.hidden = !navigator.clipboard;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(report.sha256);
    copy.textContent = "Copied";
  });

  const resend = part(shown, "resend");
  resend.hidden = !(onResend && origin === "known");
  resend.addEventListener("click", () => onResend());

  part(shown, "facts").append(...facts(report));
  part(shown, "reasons").append(...report.findings.map(reason));
  part(shown, "no-reasons").hidden = report.findings.length > 0;
  part(shown, "no-reasons").textContent = verdict === "unable"
    ? "None: there was nothing in it that the engine understands."
    : "None: no rule found anything.";
  drawCounters(shown, report.pdf);

  put(shown);
  document.title = `${capital(report.verdict)}${name ? `: ${visible(name)}` : ""} \u2013 Analyzer`;
}

/** For whoever asked for it: keyboard and screen reader go on there. */
export function focusReport() {
  byId("report-heading").focus({ preventScroll: true });
  place.scrollIntoView({ block: "nearest" });
}

/** A verdict that this page has a picture of. */
export const known = (verdict) => (Object.hasOwn(meanings, verdict) ? verdict : "unable");

/** Eight groups of eight digits, which a copy gets without the gaps. */
function grouped(sha256) {
  return sha256.match(/.{1,8}/g).flatMap((group) => [element("span", group), element("wbr")]);
}

function put(content, { busy = false } = {}) {
  place.setAttribute("aria-busy", busy);
  place.replaceChildren(content);
}

function reason(finding) {
  const item = stamp("reason-template");
  // What scores nothing is told all the same.
  item.classList.toggle("told", finding.points === 0);
  write(item, {
    points: finding.points === 0 ? "0" : `+${count(finding.points)}`,
    reason: finding.reason,
    rule: finding.rule,
    where: `seen ${finding.count === 1 ? "once, at" : `${count(finding.count)} times, first at`} byte ${count(finding.offset)}`,
  });
  return item;
}

function facts(report) {
  const [analysed, time] = [element("dd"), element("time")];
  writeTime(time, report.analyzedAt);
  analysed.append(time);
  return [
    entry("Type", report.mediaType),
    entry("Size", report.size < 1000 ? plural(report.size, "byte") : `${bytes(report.size)} (${plural(report.size, "byte")})`),
    ...(report.pdf ? [entry("PDF version", report.pdf.version || "not given")] : []),
    entry("Entropy", `${report.entropy.toFixed(2)} of 8 bits per byte`),
    entry("Engine", `version ${report.engine}`),
    entry("Analysed", analysed),
    entry("Took", milliseconds(report.elapsedMs)),
  ];
}

function drawCounters(shown, pdf) {
  part(shown, "pdf").hidden = !pdf;
  if (!pdf) {
    return;
  }

  for (const [keyword, seen] of [...Object.entries(pdf.keywords), ["hex-coded", pdf.obfuscated]]) {
    const counter = entry(keyword, count(seen));
    counter.classList.toggle("none", seen === 0);
    part(shown, "counters").append(counter);
  }
}

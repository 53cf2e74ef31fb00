// One report, or why there is none, in the place that the page keeps for it.

import { byId, element, entry, grouped, part, setGlyph, stamp, write, writeTime } from "../dom.js";
import { bytes, capital, count, milliseconds, plural, visible } from "../format.js";
import * as catalog from "../service/catalog.js";
import { known, meanings } from "../verdicts.js";
import { drawContents } from "./contents.js";
import { extent, sentences } from "./coverage.js";
import { saveAsFile } from "./download.js";
import { drawParts } from "./parts.js";
import { reasons } from "./reasons.js";
import { drawScale, shareInWords, thresholdsInWords } from "./score.js";

const place = byId("report");

const origins = {
  "new": () => "New to the service: sent, analysed and stored.",
  "known": () => "The service knew its SHA-256, so it was not sent.",
  "renewed": () => "An older engine had made its report, so it was sent and analysed again.",
  "sent-known": ({ unasked }) => unasked
    ? `Sent whole, though the service knew it: ${unasked}.`
    : "Sent again. The service replaces a report only when its engine is newer.",
  "found": () => "Looked up by its SHA-256.",
};

export function showLoading(sha256) {
  const loading = stamp("loading-template");
  write(loading, { title: "Looking it up\u2026" });
  part(loading, "sha256").append(...grouped(sha256));
  put(loading, { busy: true });
}

export function showRefusal(refusal, sha256) {
  const refused = stamp("problem-template");
  setGlyph(part(refused, "glyph"), refusal.unanswered ? "away" : "refused");
  const again = refusal.unanswered ? " This page asks again by itself." : "";
  write(refused, { title: refusal.title, detail: `${refusal.detail}${again}`, status: refusal.status ? `HTTP ${refusal.status}` : "" });
  addDigest(refused, sha256);
  put(refused);
  document.title = `${refusal.title} \u2013 Analyzer`;
}

export function showDeleted(sha256) {
  const deleted = stamp("problem-template");
  setGlyph(part(deleted, "glyph"), "away");
  const detail = "The service has forgotten this report. If the file is submitted again, it is analysed anew.";
  write(deleted, { title: "Deleted", detail });
  addDigest(deleted, sha256);
  put(deleted);
  document.title = "Deleted \u2013 Analyzer";
}

/**
 * @param found `report`, `origin` (see `origins`), and of a file of this visit its `name`.
 * @param actions `onResend`: sends the file anyway, if it is at hand; `onRenew`: has it analysed by a newer engine; `onDelete`.
 */
export function showReport(found, actions) {
  const { report, origin, name } = found;
  const shown = stamp("report-template");
  const verdict = known(report.verdict);
  shown.dataset.verdict = verdict;
  setGlyph(part(shown, "glyph"), verdict);
  write(shown, {
    verdict: capital(report.verdict),
    score: count(report.score),
    points: report.score === 1 ? "point" : "points",
    meaning: extent(report) === "unknown" ? "What an older engine said, which did not look inside object streams." : meanings[verdict],
    name: name ? visible(name) : "",
    origin: origins[origin](found),
  });
  part(shown, "named").hidden = !name;
  part(shown, "sha256").append(...grouped(report.sha256));

  connect(shown, report, origin, actions);
  part(shown, "facts").append(...facts(report));
  part(shown, "coverage").append(...sentences(report).map(({ text, isGap }) => element("li", text, isGap ? "gap" : "")));
  part(shown, "reasons").append(...reasons(report.findings));
  part(shown, "no-reasons").hidden = report.findings.length > 0;
  part(shown, "no-reasons").textContent = verdict === "unable"
    ? "None: there was nothing in it that an engine understands."
    : "None: no rule found anything.";
  drawParts(shown, report);
  drawContents(shown, report);
  drawCounters(shown, report.pdf);

  put(shown);
  document.title = `${capital(report.verdict)}${name ? `: ${visible(name)}` : ""} \u2013 Analyzer`;
  tellWhatTheServiceKnows(shown, report, actions);
}

/** For whoever asked for it: keyboard and screen reader go on there. */
export function focusReport() {
  byId("report-heading").focus({ preventScroll: true });
  place.scrollIntoView({ block: "nearest" });
}

function put(content, { busy = false } = {}) {
  place.setAttribute("aria-busy", busy);
  place.replaceChildren(content);
}

function addDigest(shown, sha256) {
  if (sha256) {
    const digest = element("p", "", "digest");
    digest.append(...grouped(sha256));
    part(shown, "detail").after(digest);
  }
}

function connect(shown, report, origin, { onResend }) {
  const copy = part(shown, "copy");
  copy.hidden = !navigator.clipboard;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(report.sha256);
    copy.textContent = "Copied";
  });

  part(shown, "download").addEventListener("click", () =>
    saveAsFile(`report-${report.sha256.slice(0, 16)}.json`, `${JSON.stringify(report, null, 2)}\n`));

  const resend = part(shown, "resend");
  resend.hidden = !(onResend && origin === "known");
  resend.addEventListener("click", () => onResend());
}

/** Thresholds, a newer engine and deletion: what is not in the report is filled in when the service has told it. */
async function tellWhatTheServiceKnows(shown, report, { onRenew, onDelete }) {
  const [rules, limits] = await Promise.all([catalog.rules(), catalog.limits()]);
  if (rules) {
    write(shown, { thresholds: thresholdsInWords(report.score, rules), share: shareInWords(report.score, rules) });
    drawScale(part(shown, "scale"), report.score, rules);
    part(shown, "measure").hidden = false;
  }

  if (rules && Number(report.engine) < Number(rules.engine)) {
    part(shown, "older").hidden = false;
    const { isAtHand, renew } = onRenew();
    write(shown, {
      "older-text": `Engine ${report.engine} made this report. The service has engine ${rules.engine} now, which may see more. `
        + (isAtHand ? "The file is still at hand." : "The service keeps no files, so the file has to be chosen again."),
      renew: isAtHand ? "Analyse it again" : "Choose the file again",
    });
    part(shown, "renew").addEventListener("click", renew);
  }

  const deletion = part(shown, "delete");
  deletion.hidden = !limits?.deletion;
  deletion.addEventListener("click", onDelete);
}

function facts(report) {
  const [analysed, time] = [element("dd"), element("time")];
  writeTime(time, report.analyzedAt);
  analysed.append(time);
  return [
    entry("Type", visible(report.mediaType)),
    entry("Size", report.size < 1000 ? plural(report.size, "byte") : `${bytes(report.size)} (${plural(report.size, "byte")})`),
    ...(report.pdf ? [entry("PDF version", visible(report.pdf.version) || "not given")] : []),
    entry("Entropy", `${report.entropy.toFixed(2)} of 8 bits per byte`),
    entry("Engine", `version ${report.engine}`),
    entry("Analysed", analysed),
    entry("Took", milliseconds(report.elapsedMs)),
  ];
}

function drawCounters(shown, pdf) {
  part(shown, "pdf").hidden = !pdf;
  part(shown, "inside-note").hidden = !pdf?.inside;
  for (const [keyword, seen] of Object.entries(pdf ? { ...pdf.keywords, "hex-coded": pdf.obfuscated } : {})) {
    const inside = pdf.inside?.[keyword] ?? 0;
    const counter = entry(keyword, count(seen));
    if (inside > 0) {
      counter.lastElementChild.append(element("span", ` +\u00a0${count(inside)}`, "inside"));
    }

    counter.classList.toggle("none", seen + inside === 0);
    part(shown, "counters").append(counter);
  }
}

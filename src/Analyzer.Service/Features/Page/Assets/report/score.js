// What a score means: where it stands between the thresholds, and how many documents reach them.

import { svgElement } from "../dom.js";
import { count, percent, plural } from "../format.js";

const WIDTH = 400;

/** Such as "120 points: suspicious from 100, malicious from 150." */
export const thresholdsInWords = (score, { suspiciousFrom, maliciousFrom }) =>
  `${plural(score, "point")}: suspicious from ${count(suspiciousFrom)}, malicious from ${count(maliciousFrom)}.`;

/** How many documents reach the threshold that this score has reached, or else the first one; empty when it was not calibrated. */
export function shareInWords(score, { suspiciousFrom, maliciousFrom, calibration }) {
  const threshold = score >= maliciousFrom ? maliciousFrom : suspiciousFrom;
  const shares = calibration.find((row) => row.threshold === threshold);
  return shares
    ? `In the calibration, ${percent(shares.maliciousShare)} of the malicious documents and ${percent(shares.ordinaryShare)} of the `
      + `ordinary ones have ${count(threshold)} points or more.`
    : "";
}

/** A line from 0 to beyond the last threshold; the words beside it say the same. */
export function drawScale(svg, score, { suspiciousFrom, maliciousFrom }) {
  const end = Math.max(maliciousFrom * 4 / 3, score * 1.05);
  const x = (points) => Number((WIDTH * points / end).toFixed(1));
  svg.setAttribute("viewBox", `0 0 ${WIDTH} 16`);
  svg.replaceChildren(
    svgElement("path", { class: "ground", d: `M0 8H${WIDTH}` }),
    svgElement("path", { class: "ground from-suspicious", d: `M${x(suspiciousFrom)} 8H${x(maliciousFrom)}` }),
    svgElement("path", { class: "ground from-malicious", d: `M${x(maliciousFrom)} 8H${WIDTH}` }),
    svgElement("path", { class: "mark", d: `M${Math.max(2, Math.min(WIDTH - 2, x(score)))} 1V15` }));
}

// What the pages share.

const Order = ["down", "unknown", "maintenance", "up"];

export const byId = (id) => document.getElementById(id);
export const part = (root, name) => root.querySelector(`[data-part="${name}"]`);
export const compareStates = (left, right) => Order.indexOf(left.state) - Order.indexOf(right.state);

/** Rounded down: what is printed as 100 % never failed. Only an upper bound is rounded up, so that it stays one. */
function percent(ratio, round = Math.floor) {
  return ratio === null ? "unknown" : `${(round(ratio * 100000) / 1000).toFixed(3)}\u00a0%`;
}

/** What the prober itself did not do as it should, as far as it concerns one target; empty for nothing. */
export function shortcomings({ late, missed, refused, noEvidence }) {
  return Object.entries({ "started late": late, missed, "had to wait": refused, "proved nothing": noEvidence })
    .filter(([, count]) => count > 0).map(([name, count]) => `${count} ${count === 1 ? "probe" : "probes"} ${name}`).join(", ");
}

/** In words: doubt is time in which the state may already have been another. */
export function availability({ ratio, lower = ratio, upper = ratio }) {
  const bounds = [
    ...(lower < ratio ? [`at least ${percent(lower)}`] : []),
    ...(upper > ratio ? [`at most ${percent(upper, Math.ceil)}`] : []),
  ];
  return ratio === null ? "unknown" : [percent(ratio), ...bounds].join(", ");
}

/** How many days are left, in words. */
export function daysUntil(time) {
  const days = Math.floor((Date.parse(time) - Date.now()) / 86400000);
  return days < 0 ? "expired" : days === 1 ? "1 day left" : `${days} days left`;
}

/** A name can be blank, and a button must not be. */
export function named({ name }) {
  return name.trim() || "(a blank name)";
}

export function lastProbe(last) {
  if (!last) {
    return "none yet";
  }

  // A group, and what reports its own state, is not measured.
  const took = last.milliseconds.whole > 0 ? `${last.milliseconds.whole.toFixed(1)} ms` : "";
  return last.failure === "none" ? took : `${last.message}${took && ` (${took})`}`;
}

/** What people asked for, and what the receivers were told. */
export function remarks({ acknowledged, flapping, silencedUntil, note }) {
  const said = note && (acknowledged || silencedUntil) ? [`"${note}"`] : [];
  return [
    ...(acknowledged ? ["acknowledged"] : []),
    ...(silencedUntil ? [`silent until ${new Date(silencedUntil).toLocaleString()}`] : []),
    ...said,
    ...(flapping ? ["flapping"] : []),
  ];
}

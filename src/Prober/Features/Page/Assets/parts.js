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
  return Object.entries({ late, missed, refused, "no evidence": noEvidence })
    .filter(([, count]) => count > 0).map(([name, count]) => `${count} ${name}`).join(", ");
}

export function availability({ ratio, lower, upper }) {
  return ratio === null || lower === upper
    ? percent(ratio)
    : `${percent(ratio)} (${percent(lower)}\u00a0…\u00a0${percent(upper, Math.ceil)})`;
}

// What the pages share.

const Order = ["down", "unknown", "maintenance", "up"];

export const byId = (id) => document.getElementById(id);
export const part = (root, name) => root.querySelector(`[data-part="${name}"]`);
export const compareStates = (left, right) => Order.indexOf(left.state) - Order.indexOf(right.state);

export function percent(ratio) {
  if (ratio === null) {
    return "unknown";
  }

  // Rounded down: what is printed as 100 % never failed.
  return `${(Math.floor(ratio * 100000) / 1000).toFixed(3)}\u00a0%`;
}

export function availability({ ratio, lower, upper }) {
  return ratio === null || lower === upper ? percent(ratio) : `${percent(ratio)} (${percent(lower)}\u00a0…\u00a0${percent(upper)})`;
}

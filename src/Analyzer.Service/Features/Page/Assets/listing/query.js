// What the list shows, as the page's address says it: so back, forward, reload and bookmarks work.

const NAMES = ["verdict", "type", "minScore", "maxScore", "from", "to", "sha256", "after"];

/** The query that the address has; only what is set. */
export function read() {
  const address = new URLSearchParams(location.search);
  return Object.fromEntries(NAMES.filter((name) => address.get(name)).map((name) => [name, address.get(name)]));
}

/** The address of the same page with this query. */
export function addressOf(query) {
  const search = new URLSearchParams(NAMES.filter((name) => query[name]).map((name) => [name, query[name]])).toString();
  return `${location.pathname}${search ? `?${search}` : ""}${location.hash}`;
}

/** Whether both ask for the same reports, on the same page of them. */
export const same = (one, other) => NAMES.every((name) => (one[name] ?? "") === (other[name] ?? ""));

// Where a report is on this page.

/** As a link within the page. */
export const addressOf = (sha256) => `#/files/${sha256}`;

/** Marks the links below `root` that lead to the report that is shown. */
export function markShown(root) {
  const address = addressOf(addressed());
  for (const link of root.querySelectorAll("a[href^='#/files/']")) {
    if (link.hash === address) {
      link.setAttribute("aria-current", "true");
    } else {
      link.removeAttribute("aria-current");
    }
  }
}

/** The SHA-256 that the page's address names, in lower case; null when it names none. */
export const addressed = () => /^#\/files\/([0-9a-f]{64})$/i.exec(location.hash)?.[1].toLowerCase() ?? null;

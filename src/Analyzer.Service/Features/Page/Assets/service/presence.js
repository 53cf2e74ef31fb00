// Whether the service is there. Whatever on the page got no answer waits here, and asks one question together.

const LIVE = "/healthz/live";
const PATIENCE_MS = 5_000;
const WAITS_MS = [1_000, 2_000, 4_000, 8_000];

const watchers = [];
let asking = null;
let wake = () => {};

addEventListener("online", () => askNow());
document.addEventListener("visibilitychange", () => document.hidden || askNow());

/** Whether it answers now. */
export async function answers() {
  try {
    return (await fetch(LIVE, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) })).ok;
  } catch {
    return false;
  }
}

/** Calls `watcher` with true when the service turns out to be away, and with false when it is back. */
export const watch = (watcher) => watchers.push(watcher);

/** Resolves when the service answers again; rejects when `signal`, if any, is aborted. */
export async function back(signal) {
  signal?.throwIfAborted();
  asking ??= askUntilItAnswers().finally(() => { asking = null; });
  const aborted = Promise.withResolvers();
  const abort = () => aborted.reject(signal.reason);
  signal?.addEventListener("abort", abort, { once: true });
  try {
    await Promise.race([asking, aborted.promise]);
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

/** Ends the pause between two questions. */
export const askNow = () => wake();

async function askUntilItAnswers() {
  // One request that failed is not worth a word: the service may be there.
  for (let turn = 0, isAway = false; ; turn++) {
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, WAITS_MS[Math.min(turn, WAITS_MS.length - 1)]);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    const isThere = await answers();
    if (isAway === isThere) {
      isAway = !isThere;
      watchers.forEach((watcher) => watcher(isAway));
    }

    if (isThere) {
      return;
    }
  }
}

// What the service tells about itself: asked for once, and again only while no answer came.

import * as service from "./service.js";

/** The engine's version, thresholds and rules; null while the service does not tell. */
export const rules = remembered(async () => (await service.rules()).rules);

/** What the service takes; null while it does not tell. */
export const limits = remembered(async () => (await service.limits()).limits);

function remembered(ask) {
  let told = null;
  return () => {
    told ??= ask().then((answer) => {
      told = answer ? told : null;
      return answer ?? null;
    });
    return told;
  };
}

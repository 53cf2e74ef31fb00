import { fill, say, showNotices, watch } from "/page/overview.js";

await watch("/v1/backends", ({ backends, notices }) => {
  const serving = backends.filter(({ serves, isEjected }) => serves && !isEjected).length;
  say("state", backends.length === 0
    ? "No analyzer is configured: set Gateway:Backends."
    : `${serving} of ${backends.length} analyzers serve.`);
  fill("backends", backends.map((backend) => [backend.address, stateOf(backend), `${backend.inFlight}`, backend.note]), "None.");
  showNotices(notices);
});

function stateOf({ serves, isAlive, isEjected }) {
  if (isEjected) {
    return "left out for a while";
  }

  return serves ? "serves" : isAlive ? "not ready" : "does not answer";
}

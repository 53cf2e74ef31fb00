import { bytes, fill, say, showNotices, time, watch } from "/page/overview.js";

await watch("/v1/state", (state) => {
  say("state", state.writes ? "Records reach the disk." : "Records do not reach the disk now; the journal tries again.");
  say("records", state.records.toLocaleString());
  say("bytes", `${bytes(state.bytes)} in ${state.segments.toLocaleString()} segments`);
  say("signed", state.checkpoint ? state.checkpoint.frames.toLocaleString() : "none");
  say("signed-at", state.checkpoint ? time(state.checkpoint.at) : "none");
  const { kernel, here, refused, missing } = state.lost;
  say("lost", ((kernel ?? 0) + here + refused + missing).toLocaleString());
  fill("segments", state.newest.map(({ firstFrame, bytes: size, changedAt }) =>
    [firstFrame.toLocaleString(), bytes(size), time(changedAt)]), "None yet.");
  showNotices(state.notices);
});

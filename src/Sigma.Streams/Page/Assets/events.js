// Server-sent events over fetch(): EventSource cannot send a key.

import { fetchWithKey } from "./key.js";

/**
 * Opens a stream of events.
 * @returns Its events, { type, id, data }, until it ends.
 * @throws KeyNeeded, or another error when the stream cannot be opened.
 */
export async function open(path) {
  const response = await fetchWithKey(path, { headers: { Accept: "text/event-stream" } });
  if (!response.ok) {
    throw new Error(response.statusText);
  }

  return read(response.body.pipeThrough(new TextDecoderStream()).getReader());
}

async function* read(reader) {
  // A connection that ends ends the stream.
  const next = () => reader.read().catch(() => ({ done: true }));
  let rest = "";
  for (let chunk = await next(); !chunk.done; chunk = await next()) {
    const blocks = (rest + chunk.value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const event = Object.fromEntries(block.split("\n").map(field));
      if ("data" in event) {
        yield { type: event.event ?? "message", id: event.id, data: event.data };
      }
    }
  }
}

// A line that begins with a colon is a comment: its name is empty.
function field(line) {
  const colon = line.indexOf(":");
  return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
}

// Submits a file through grpc-js, several calls at once on one connection, each of which streams on until it has its answer.
//
// usage: node stream_on.cjs NPM_FOLDER HOST:PORT FILE SHA256|- CALLS AT_ONCE (prints the outcomes with their numbers, as JSON)
const { createRequire } = require("node:module");
const { readFileSync } = require("node:fs");

const [folder, address, path, sha256, calls, atOnce] = process.argv.slice(2);
const grpc = createRequire(`${folder}/`)("@grpc/grpc-js");
const same = (bytes) => bytes;
const PIECE = 65_536;

// A length-delimited field of protobuf.
function field(number, payload) {
  const head = [number << 3 | 2];
  let length = payload.length;
  for (; length >= 128; length >>>= 7) {
    head.push(length & 127 | 128);
  }

  return Buffer.concat([Buffer.from([...head, length]), payload]);
}

const content = readFileSync(path);
const metadata = field(1, sha256 === "-" ? Buffer.alloc(0) : field(2, Buffer.from(sha256)));
const pieces = [];
for (let start = 0; start < content.length; start += PIECE) {
  pieces.push(field(2, content.subarray(start, start + PIECE)));
}

function submit(client) {
  return new Promise((resolve) => {
    const call = client.makeClientStreamRequest(
      "/analyzer.v1.Analyzer/SubmitFile", same, same, { deadline: Date.now() + 120_000 },
      (error) => resolve(error ? `${grpc.status[error.code]}: ${error.details}` : "OK"));
    call.on("error", () => {}); // the callback tells it
    call.write(metadata);
    let next = 0;
    const send = () => {
      while (next < pieces.length) {
        if (!call.write(pieces[next++])) {
          call.once("drain", send);
          return;
        }
      }

      call.end();
    };
    send();
  });
}

async function main() {
  const client = new grpc.Client(address, grpc.credentials.createInsecure());
  const outcomes = {};
  let left = Number(calls);
  await Promise.all(Array.from({ length: Number(atOnce) }, async () => {
    while (left-- > 0) {
      const outcome = await submit(client);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  }));
  client.close();
  console.log(JSON.stringify(outcomes));
}

main();

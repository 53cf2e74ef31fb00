// Sends each call to its server and to the gateway, through grpc-js, and prints what came back, as JSON.
//
// usage: node odd_client.cjs NPM_FOLDER CALLS.json GATEWAY
const { createRequire } = require("node:module");
const { readFileSync } = require("node:fs");

process.env.GRPC_VERBOSITY = "NONE"; // what it says of odd metadata would be taken for answers
const [folder, file, gateway] = process.argv.slice(2);
const grpc = createRequire(`${folder}/`)("@grpc/grpc-js");
const same = (bytes) => bytes;

function fields(metadata) {
  return Object.keys(metadata?.getMap() ?? {}).sort().filter((name) => !["date", "content-length", "content-type"].includes(name)) // of HTTP; the gateway may add them
    .flatMap((name) => metadata.get(name).map((value) => [name, Buffer.isBuffer(value) ? value.toString("hex") : value]));
}

function ask(address, path) {
  const client = new grpc.Client(address, grpc.credentials.createInsecure(), { "grpc.enable_retries": 0 });
  return new Promise((resolve) => {
    let headers;
    let message = null;
    const call = client.makeUnaryRequest(
      path, same, same, Buffer.from("ask"), { deadline: Date.now() + 20_000 },
      (error, answer) => { message = answer?.toString("hex") ?? null; });
    call.on("metadata", (initial) => { headers = initial; });
    call.on("status", (status) => {
      client.close();
      setImmediate(() => resolve({
        code: grpc.status[status.code] ?? status.code, details: status.details, message,
        headers: fields(headers), trailers: fields(status.metadata),
      }));
    });
  });
}

async function main() {
  const answers = {};
  for (const { name, path, address } of JSON.parse(readFileSync(file))) {
    answers[name] = [await ask(address, path), await ask(gateway, path)];
  }

  console.log(JSON.stringify(answers));
}

main();

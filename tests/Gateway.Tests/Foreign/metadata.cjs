// foreign.v1.Metadata over grpc-js: a server that sends all metadata of a call back, or a client that sends each shape to two addresses.
//
// usage: node metadata.cjs NPM_FOLDER serve
//        node metadata.cjs NPM_FOLDER SHAPES.json ADDRESS... (prints what came back from each, as JSON)
const { createRequire } = require("node:module");
const { readFileSync } = require("node:fs");

const [folder, command, ...addresses] = process.argv.slice(2);
const grpc = createRequire(`${folder}/`)("@grpc/grpc-js");
const LARGE = { "grpc.max_metadata_size": 1 << 20 };
const same = (bytes) => bytes;
const method = (name) => ({
  path: `/foreign.v1.Metadata/${name}`, requestStream: false, responseStream: false,
  requestSerialize: same, requestDeserialize: same, responseSerialize: same, responseDeserialize: same,
});

function received(metadata) {
  const copy = new grpc.Metadata();
  for (const name of Object.keys(metadata.getMap())) {
    if (name !== "user-agent") {
      metadata.get(name).forEach((value) => copy.add(name, value));
    }
  }

  return copy;
}

function serve() {
  const server = new grpc.Server(LARGE);
  const refuse = (sends) => (call, callback) => {
    if (sends) {
      call.sendMetadata(received(call.metadata));
    }

    callback({ code: grpc.status.FAILED_PRECONDITION, details: call.request.toString(), metadata: received(call.metadata) });
  };
  server.addService({ Echo: method("Echo"), Refuse: method("Refuse"), RefuseLate: method("RefuseLate") }, {
    Echo: (call, callback) => {
      call.sendMetadata(received(call.metadata));
      callback(null, call.request, received(call.metadata));
    },
    Refuse: refuse(false),
    RefuseLate: refuse(true),
  });
  server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
    console.log(port);
    process.stdin.on("end", () => process.exit(0)).resume();
  });
}

function fields(metadata) {
  return Object.keys(metadata?.getMap() ?? {}).sort()
    .flatMap((name) => metadata.get(name).map((value) => [name, Buffer.from(value).toString("base64")]));
}

function ask(client, { method: name, message, metadata }) {
  return new Promise((resolve) => {
    const sent = new grpc.Metadata();
    for (const [key, value] of metadata) {
      const bytes = Buffer.from(value, "base64");
      sent.add(key, key.endsWith("-bin") ? bytes : bytes.toString("latin1"));
    }

    let headers;
    let status;
    const call = client.makeUnaryRequest(
      `/foreign.v1.Metadata/${name}`, same, same, Buffer.from(message), sent, { deadline: Date.now() + 60_000 }, () => {});
    call.on("metadata", (initial) => { headers = initial; });
    call.on("status", (end) => {
      status = end;
      resolve({ code: status.code, message: status.details, headers: fields(headers), trailers: fields(status.metadata) });
    });
  });
}

async function main() {
  const shapes = JSON.parse(readFileSync(command));
  const seen = [];
  for (const address of addresses) {
    const client = new grpc.Client(address, grpc.credentials.createInsecure(), LARGE);
    const answers = {};
    for (const shape of shapes) {
      answers[shape.name] = await ask(client, shape);
    }

    seen.push(answers);
    client.close();
  }

  console.log(JSON.stringify(seen));
}

if (command === "serve") {
  serve();
} else {
  main();
}

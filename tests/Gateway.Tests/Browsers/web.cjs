// Calls foreign.v1.Foreign as browsers do, with three clients that nobody here wrote, and prints what each saw as JSON.
//
// usage: node web.cjs NPM_FOLDER ADDRESS
const { createRequire } = require("node:module");

const [folder, address] = process.argv.slice(2);
const npm = createRequire(`${folder}/`);
const SERVICE = "foreign.v1.Foreign";

/** A Letter by hand: field 1 is a string shorter than 128 bytes. */
function encode(text) {
  const bytes = Buffer.from(text);
  return new Uint8Array(Buffer.concat([Buffer.from([0x0a, bytes.length]), bytes]));
}

function decode(bytes) {
  return Buffer.from(bytes).subarray(2).toString();
}

async function seenBy(ask, scatter) {
  const seen = {};
  for (const text of ["hello", "refuse"]) {
    seen[text] = await ask("Ask", text);
  }

  seen.unknown = (await ask("Nothing", "hello")).slice(0, 1);
  seen.scattered = await scatter("300");
  return seen;
}

function google(format) {
  global.XMLHttpRequest = npm("xhr2");
  const web = npm("grpc-web");
  const client = new web.GrpcWebClientBase({ format });
  const method = (name, kind) => new web.MethodDescriptor(`/${SERVICE}/${name}`, kind, Object, Object, encode, decode);
  const metadata = { who: "me", "which-bin": "AP8=" };

  function call(name, kind, text, streams) {
    return new Promise((resolve) => {
      const descriptor = method(name, kind);
      const path = `${address}/${SERVICE}/${name}`;
      const seen = [];
      let headers = {};
      const done = (error, last) => resolve(error
        ? [error.code, error.message, (error.metadata ?? {}).why]
        : streams ? [0, seen.length, seen.at(-1)] : [0, last, headers.who]);
      const stream = streams
        ? client.serverStreaming(path, text, metadata, descriptor)
        : client.rpcCall(path, text, metadata, descriptor, done);
      stream.on("metadata", (fields) => { headers = { ...headers, ...fields }; });
      if (streams) {
        stream.on("data", (message) => seen.push(message));
        stream.on("error", (error) => done(error));
        stream.on("end", () => done());
      }
    });
  }

  return seenBy(
    (name, text) => call(name, web.MethodType.UNARY, text, false),
    (text) => call("Scatter", web.MethodType.SERVER_STREAMING, text, true));
}

function improbable() {
  const { grpc } = npm("@improbable-eng/grpc-web");
  const { NodeHttpTransport } = npm("@improbable-eng/grpc-web-node-http-transport");
  function call(methodName, text, streams) {
    return new Promise((resolve) => {
      const seen = [];
      let headers;
      grpc.invoke({
        methodName, service: { serviceName: SERVICE }, requestStream: false, responseStream: streams,
        requestType: Object, responseType: { deserializeBinary: (bytes) => decode(bytes) },
      }, {
        host: address,
        transport: NodeHttpTransport(),
        request: { serializeBinary: () => encode(text), toObject: () => ({ text }) },
        metadata: { who: "me", "which-bin": "AP8=" },
        onHeaders: (fields) => { headers = fields; },
        onMessage: (message) => seen.push(message),
        onEnd: (code, message, trailers) => resolve(code !== 0
          ? [code, message, trailers.get("why")[0]]
          : streams ? [0, seen.length, seen.at(-1)] : [0, seen[0], headers.get("who")[0]]),
      });
    });
  }

  return seenBy((name, text) => call(name, text, false), (text) => call("Scatter", text, true));
}

function connect() {
  const { create, createFileRegistry } = npm("@bufbuild/protobuf");
  const { FileDescriptorProtoSchema } = npm("@bufbuild/protobuf/wkt");
  const { createClient } = npm("@connectrpc/connect");
  const { createGrpcWebTransport } = npm("@connectrpc/connect-web");
  const types = { inputType: ".foreign.v1.Letter", outputType: ".foreign.v1.Letter" };
  const registry = createFileRegistry(create(FileDescriptorProtoSchema, {
    name: "foreign.proto", package: "foreign.v1", syntax: "proto3",
    messageType: [{ name: "Letter", field: [{ name: "text", jsonName: "text", number: 1, type: 9, label: 1 }] }],
    service: [{
      name: "Foreign",
      method: [{ name: "Ask", ...types }, { name: "Nothing", ...types }, { name: "Scatter", ...types, serverStreaming: true }],
    }],
  }), () => undefined);
  const client = createClient(registry.getService(SERVICE), createGrpcWebTransport({ baseUrl: address }));
  const headers = { who: "me", "which-bin": "AP8=" };
  const refused = (error) => [error.code, error.rawMessage, error.metadata?.get("why") ?? undefined];

  async function ask(name, text) {
    let seen;
    try {
      const answer = await client[name.toLowerCase()]({ text }, { headers, onHeader: (fields) => { seen = fields; } });
      return [0, answer.text, seen.get("who")];
    } catch (error) {
      return refused(error);
    }
  }

  async function scatter(text) {
    const seen = [];
    for await (const letter of client.scatter({ text }, { headers })) {
      seen.push(letter.text);
    }

    return [0, seen.length, seen.at(-1)];
  }

  return seenBy(ask, scatter);
}

async function main() {
  const seen = { "grpc-web binary": google("binary"), "grpc-web text": google("text"), improbable: improbable(), connect: connect() };
  for (const [name, promise] of Object.entries(seen)) {
    seen[name] = await promise;
  }

  console.log(JSON.stringify(seen));
}

main();

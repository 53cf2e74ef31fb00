// Uploads a file with the client that openapi-typescript made, and asks for its report: node upload.js ADDRESS FILE

import { readFile } from "node:fs/promises";
import createClient from "openapi-fetch";
import type { components, paths } from "./analyzer.js";
import type { paths as GatewayPaths } from "./gateway.js";
import type { paths as JournalPaths } from "./journal.js";
import type { paths as ProberPaths } from "./prober.js";
import type { paths as SigmaPaths } from "./sigma.js";

const [address, file, journal, prober, sigma, gateway] = process.argv.slice(2) as [string, string, string, string, string, string];
const bytes = await readFile(file);

function shown(report: components["schemas"]["AnalysisReport"]): string {
  return `${report.verdict} ${report.sha256} ${report.size}`;
}

const client = createClient<paths>({ baseUrl: address });
const sent = await client.POST("/v1/files", {
  body: bytes as unknown as string, // a body of bytes is a string for TypeScript's types
  bodySerializer: (body) => body as unknown as BodyInit,
  headers: { "Content-Type": "application/octet-stream" },
});
if (sent.error) {
  throw new Error(sent.error.detail ?? sent.error.title);
}

console.log(shown(sent.data));

const found = await createClient<GatewayPaths>({ baseUrl: gateway }).GET("/v1/files/{sha256}", {
  params: { path: { sha256: sent.data.sha256 } },
});
console.log(found.data ? `${found.data.verdict} ${found.data.sha256} ${found.data.size}` : found.error.title);

const listed = await client.GET("/v1/files", { params: { query: { verdict: sent.data.verdict, limit: 1000 } } });
console.log(listed.data?.reports.length);

const wrong = await client.GET("/v1/files/{sha256}", { params: { path: { sha256: "0".repeat(64) } } });
console.log(wrong.response.status, wrong.error?.type);

const stored = await createClient<JournalPaths>({ baseUrl: journal }).POST("/v1/lines", {
  body: "a line\n", bodySerializer: (body) => body, headers: { "Content-Type": "text/plain" },
});
console.log(stored.data?.count);

const targets = await createClient<ProberPaths>({ baseUrl: prober }).GET("/api/v1/targets", { params: { query: { sort: "-name", limit: 1 } } });
console.log(targets.data?.targets.length);

const rules = await createClient<SigmaPaths>({ baseUrl: sigma }).GET("/v1/rules");
console.log(rules.data?.rules.some(({ title }) => title === "Whoami"));

import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { listening, stopServer } from "../../../src/lib/http-server.ts";

/** A package of one shell script. */
export interface ScriptPackage {
  readonly name: string;
  readonly version: string;
  readonly program: string;
  readonly script: string;
}

/** An npm registry on this machine, with one package. `breakDownloads`: its files end in the middle. */
export async function startRegistry(folder: string, its: ScriptPackage) {
  const archive = pack(folder, its);
  const state = { breakDownloads: false };
  const server = createServer((request, response) => {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    if (request.url === "/package.tgz") {
      const bytes = readFileSync(archive);
      if (!state.breakDownloads) return void response.end(bytes);
      response.writeHead(200, { "content-length": bytes.length }).write(bytes.subarray(0, 100));
      return void setTimeout(() => response.destroy(), 50);
    }
    if (decodeURIComponent(request.url ?? "") !== `/${its.name}`) return void response.writeHead(404).end("{}");
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(describe(its, `${address}/package.tgz`)));
  });
  await listening(server, { port: 0, host: "127.0.0.1" });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, state, close: () => stopServer(server) };
}

function describe({ name, version, program }: ScriptPackage, tarball: string) {
  const manifest = { name, version, bin: { [program]: "start.sh" }, dist: { tarball } };
  return { name, "dist-tags": { latest: version }, versions: { [version]: manifest } };
}

function pack(folder: string, { name, version, program, script }: ScriptPackage): string {
  const content = join(folder, "package");
  mkdirSync(content, { recursive: true });
  writeFileSync(join(content, "package.json"), JSON.stringify({ name, version, bin: { [program]: "start.sh" } }));
  writeFileSync(join(content, "start.sh"), script);
  chmodSync(join(content, "start.sh"), 0o755);
  execFileSync("tar", ["-czf", join(folder, "package.tgz"), "-C", folder, "package"]);
  return join(folder, "package.tgz");
}

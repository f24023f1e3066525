import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";

/** What git's own programs need to make a commit. */
const author = ["-c", "user.name=test", "-c", "user.email=test@localhost", "-c", "init.defaultBranch=main"];

export const git = (folder: string, ...parameters: string[]): string =>
  execFileSync("git", [...author, "-C", folder, ...parameters], { encoding: "utf8", stdio: "pipe" }).trim();

/** Makes a repository with one commit. `change` may do more before it. */
export function makeRepository(
  folder: string,
  files: Readonly<Record<string, string | Buffer>>,
  change: (folder: string) => void = () => undefined,
): void {
  mkdirSync(folder, { recursive: true });
  git(folder, "init", "-q");
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  git(folder, "add", "-A");
  change(folder);
  git(folder, "commit", "-q", "-m", "All of it");
}

/** A server on this machine for the repositories below a folder, as `git http-backend` serves them, and for answers of an API. */
export class GitServer {
  url = "";
  readonly seen: { readonly url: string; readonly headers: IncomingMessage["headers"] }[] = [];
  /** Answers what does not belong to git. */
  api: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => response.writeHead(404).end();
  /** While it is set, downloads begin and do not end. */
  isStalled = false;

  static async start(folder: string): Promise<GitServer> {
    const started = new GitServer();
    const server = createServer((request, response) => {
      started.seen.push({ url: request.url ?? "", headers: request.headers });
      const isGit = /\/(?:info\/refs|git-upload-pack)(?:\?|$)/.test(request.url ?? "");
      if (!isGit) started.api(request, response);
      else if (started.isStalled && request.method === "POST") response.writeHead(200).write("0");
      else serveGit(folder, request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    started.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    afterAll(() => {
      server.closeAllConnections();
      server.close();
    });
    return started;
  }
}

function serveGit(folder: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? "", "http://localhost");
  const child = spawn("git", ["http-backend"], {
    stdio: ["pipe", "pipe", "ignore"],
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
    },
  });
  request.pipe(child.stdin);
  child.stdin.on("error", () => undefined);
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.on("close", () => {
    const output = Buffer.concat(chunks);
    const end = output.indexOf("\r\n\r\n");
    const headers = output.subarray(0, end).toString().split("\r\n");
    const pairs = headers.map((line) => line.split(/: (.*)/s) as [string, string]);
    const status = Number(pairs.find(([name]) => name === "Status")?.[1]?.slice(0, 3) ?? 200);
    for (const [name, value] of pairs) if (name !== "Status") response.setHeader(name, value ?? "");
    response.writeHead(status).end(output.subarray(end + 4));
  });
}

import { execFileSync, spawn } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { dockerEngine } from "../../src/sandboxes/docker-engine.ts";
import { cannotTest, requireProgram } from "./system-programs.ts";

export const testImage = "mlebench-test:busybox";

/** An engine of our own, away from any other on the machine, with one small image. */
export interface TestEngine {
  readonly socket: string;
  stop(): Promise<void>;
}

/** Starts a Docker engine with folders of its own; null when it cannot be had here, see `requireProgram`. */
export async function startEngine(): Promise<TestEngine | null> {
  if (process.getuid?.() !== 0) {
    cannotTest("The Docker tests start an engine of their own and need root.");
    return null;
  }
  const daemon = requireProgram("dockerd", "docker.io");
  const busybox = requireProgram("busybox", "busybox-static");
  if (daemon === null || busybox === null) return null;
  const root = mkdtempSync(path.join(tmpdir(), "engine-"));
  const socket = path.join(root, "docker.sock");
  const log = path.join(root, "dockerd.log");
  const output = openSync(log, "w");
  // No bridge and no packet filter: the host's network stays as it is.
  const network = ["--bridge=none", "--iptables=false", "--ip6tables=false"];
  const folders = ["--data-root", `${root}/data`, "--exec-root", `${root}/exec`, "--pidfile", `${root}/pid`];
  const child = spawn(daemon, ["-H", `unix://${socket}`, "--storage-driver=vfs", ...folders, ...network], {
    stdio: ["ignore", output, output],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await untilReady(socket, () => child.exitCode !== null);
    importImage(socket, root, busybox);
    return { socket, stop };
  } catch (error) {
    const said = readFileSync(log, "utf8").slice(-2000);
    await stop();
    throw new Error(`dockerd did not start:\n${said}`, { cause: error });
  }
}

async function untilReady(socket: string, isGone: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 300 && !isGone(); attempt += 1) {
    const answer = await dockerEngine(socket)
      .ask("GET", "/_ping")
      .catch(() => null);
    if (answer?.status === 200) return;
    await sleep(200);
  }
  throw new Error("no answer");
}

/** An image from scratch: busybox under the names of its programs. */
function importImage(socket: string, root: string, busybox: string): void {
  const tree = path.join(root, "image");
  for (const folder of ["bin", "etc", "home", "tmp", "root"]) mkdirSync(path.join(tree, folder), { recursive: true });
  chmodSync(path.join(tree, "tmp"), 0o1777);
  copyFileSync(busybox, path.join(tree, "bin", "busybox"));
  chmodSync(path.join(tree, "bin", "busybox"), 0o755);
  for (const name of execFileSync(busybox, ["--list"], { encoding: "utf8" }).trim().split("\n")) {
    if (name !== "busybox") symlinkSync("busybox", path.join(tree, "bin", name));
  }
  const archive = path.join(root, "image.tar");
  execFileSync("tar", ["-C", tree, "--numeric-owner", "--owner=0", "--group=0", "-cf", archive, "."]);
  const [repository, tag] = testImage.split(":");
  const place = `/images/create?fromSrc=-&repo=${repository}&tag=${tag}`;
  const arguments_ = ["-sS", "--fail", "--unix-socket", socket, "-X", "POST", "-H", "Content-Type: application/x-tar"];
  execFileSync("curl", [...arguments_, "--data-binary", `@${archive}`, `http://docker/v1.40${place}`]);
}

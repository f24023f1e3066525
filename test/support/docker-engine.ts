import { spawn } from "node:child_process";
import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { cannotTest } from "./skips.ts";
import { requireProgram } from "./system-programs.ts";
import { importImage, type TestEngine, untilReady } from "./test-image.ts";

export { testImage } from "./test-image.ts";

/** Starts a Docker engine in its own folders; null if this machine cannot run one, see `requireProgram`. */
export async function startEngine(): Promise<TestEngine | null> {
  if (process.getuid?.() !== 0) {
    cannotTest("the tests with Docker start an engine of their own and need root: sudo npm run test:engines");
    return null;
  }
  const daemon = requireProgram("dockerd", "docker.io");
  const busybox = requireProgram("busybox", "busybox-static");
  if (daemon === null || busybox === null) return null;
  const root = mkdtempSync(path.join(tmpdir(), "engine-"));
  const socket = path.join(root, "docker.sock");
  const log = path.join(root, "dockerd.log");
  const output = openSync(log, "w");
  // Without a bridge and packet filters, the host's network stays untouched.
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

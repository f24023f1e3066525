import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { dockerEngine } from "../../src/sandboxes/docker/engine.ts";
import { removeContainer } from "../../src/sandboxes/docker/reaper.ts";
import { findProcesses } from "./find-processes.ts";
import { cannotTest } from "./skips.ts";
import { requireProgram } from "./system-programs.ts";
import { importImage, type TestEngine, untilReady } from "./test-image.ts";

// Does without systemd, and shares no lock with another podman on the machine.
const settings = '[engine]\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\nlock_type = "file"\n';

/** Starts podman's service in its own folders; null if this machine cannot run one, see `requireProgram`. */
export async function startPodman(): Promise<TestEngine | null> {
  if (process.getuid?.() !== 0) {
    cannotTest("the tests with podman start a service of their own and need root: sudo npm run test:engines");
    return null;
  }
  const podman = requireProgram("podman", "podman");
  // Podman's package only recommends the init process.
  const init = requireProgram("catatonit", "catatonit");
  const busybox = requireProgram("busybox", "busybox-static");
  if (podman === null || init === null || busybox === null) return null;
  const root = mkdtempSync(path.join(tmpdir(), "podman-"));
  const socket = path.join(root, "podman.sock");
  const log = path.join(root, "podman.log");
  const output = openSync(log, "w");
  mkdirSync(`${root}/tmp`);
  writeFileSync(`${root}/containers.conf`, settings);
  const folders = ["--root", `${root}/root`, "--runroot", `${root}/run`, "--tmpdir", `${root}/libpod`];
  const options = [...folders, "--network-config-dir", `${root}/networks`, "--storage-driver", "vfs"];
  const line = [podman, ...options, "system", "service", "--time", "0", `unix://${socket}`];
  // In a separate network namespace, so that the host's stays untouched.
  const child = spawn("unshare", ["--net", ...line], {
    // Podman 4.3 leaves a file here when memory runs out.
    cwd: root,
    env: { PATH: process.env.PATH, HOME: root, TMPDIR: `${root}/tmp`, CONTAINERS_CONF: `${root}/containers.conf` },
    stdio: ["ignore", output, output],
  });
  const stop = async (): Promise<void> => await stopService(child, root, socket);
  try {
    await untilReady(socket, () => child.exitCode !== null);
    importImage(socket, root, busybox);
    return { socket, stop };
  } catch (error) {
    const said = readFileSync(log, "utf8").slice(-2000);
    await stop();
    throw new Error(`podman's service did not start:\n${said}`, { cause: error });
  }
}

/** Ends the containers first: their processes would outlive the service. */
async function stopService(child: ChildProcess, root: string, socket: string): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    if (child.exitCode !== null) resolve();
    child.once("exit", () => resolve());
  });
  const engine = dockerEngine(socket);
  const left = await engine.demand("GET", "/containers/json?all=1").catch(() => []);
  for (const { Id } of left as { Id: string }[]) await removeContainer(engine, Id);
  child.kill("SIGTERM");
  await ended;
  const running = (): number[] => findProcesses(`${root}/root`);
  for (let attempt = 0; running().length > 0 && attempt < 600; attempt += 1) await sleep(100);
  const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
  const mounted = mounts.filter((line) => line.includes(root));
  if (running().length > 0 || mounted.length > 0) {
    throw new Error(`podman has left processes ${running().join(" ")} and mounts:\n${mounted.join("\n")}`);
  }
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  removeControlGroups();
}

/** Removes the control groups that podman leaves above those of its containers, unless they are in use. */
function removeControlGroups(): void {
  const hierarchies = readdirSync("/sys/fs/cgroup").map((name) => `/sys/fs/cgroup/${name}`);
  for (const hierarchy of ["/sys/fs/cgroup", ...hierarchies]) {
    for (const group of ["libpod_parent/conmon", "libpod_parent"]) {
      try {
        rmdirSync(path.join(hierarchy, group));
      } catch {
        // Not there, or in use.
      }
    }
  }
}

import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { dockerEngine } from "../../src/sandboxes/docker/engine.ts";

export const testImage = "mlebench-test:busybox";

/** An engine for tests, separate from any other on the machine, with one small image. */
export interface TestEngine {
  readonly socket: string;
  stop(): Promise<void>;
}

/** Waits until the engine answers. */
export async function untilReady(socket: string, isGone: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 300 && !isGone(); attempt += 1) {
    const answer = await dockerEngine(socket)
      .ask("GET", "/_ping")
      .catch(() => null);
    if (answer?.status === 200) return;
    await sleep(200);
  }
  throw new Error("The engine does not answer.");
}

/** An image from scratch: busybox under the names of its programs. */
export function importImage(socket: string, root: string, busybox: string): void {
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
  const place = `/images/create?fromSrc=-&repo=${testImage}`;
  const arguments_ = ["-sS", "--fail", "--unix-socket", socket, "-X", "POST", "-H", "Content-Type: application/x-tar"];
  execFileSync("curl", [...arguments_, "--data-binary", `@${archive}`, `http://docker/v1.40${place}`]);
}

import { execFileSync } from "node:child_process";
import { afterAll, describe, expect, test } from "vitest";
import { dockerSandboxes } from "../../src/sandboxes/docker.ts";
import { dockerEngine } from "../../src/sandboxes/docker-engine.ts";
import { ownerLabels, reapContainers } from "../../src/sandboxes/docker-reaper.ts";
import { describeSandbox } from "../contracts/sandbox.ts";
import { startEngine, testImage } from "../support/docker-engine.ts";
import { shell, withSandbox } from "../support/sandbox-folders.ts";

const engine = await startEngine();
afterAll(async () => await engine?.stop(), 60_000);

describe.skipIf(engine === null)("docker", () => {
  const socket = engine?.socket ?? "";
  const provider = dockerSandboxes({ image: testImage, socket });
  describeSandbox(provider);

  test("docker leaves no container behind", async () => {
    expect(await dockerEngine(socket).demand("GET", "/containers/json?all=1")).toEqual([]);
  });

  test("the reaper removes containers whose process is gone, and no others", async () => {
    const api = dockerEngine(socket);
    const gone = execFileSync("sh", ["-c", "echo $$"], { encoding: "utf8" }).trim();
    const mine = ownerLabels("reaper");
    const orphaned = { ...mine, "mlebench.owner": mine["mlebench.owner"]!.replace(/^\d+/, gone) };
    const elsewhere = { ...mine, "mlebench.owner": "1 1 another-machine" };
    const ids: string[] = [];
    for (const Labels of [mine, orphaned, elsewhere, {}]) {
      const body = { Image: testImage, Entrypoint: ["sleep", "1000"], Labels, HostConfig: { NetworkMode: "none" } };
      const { Id } = (await api.demand("POST", "/containers/create", body)) as { Id: string };
      await api.demand("POST", `/containers/${Id}/start`);
      ids.push(Id);
    }
    expect(await reapContainers(socket)).toBe(1);
    const left = (await api.demand("GET", "/containers/json?all=1")) as { Id: string }[];
    expect(left.map(({ Id }) => Id).sort()).toEqual([ids[0], ids[2], ids[3]].sort());
    for (const { Id } of left) await api.demand("DELETE", `/containers/${Id}?force=1`);
  });

  test("docker says what is missing", async () => {
    expect(await dockerSandboxes({ image: "absent", socket }).unavailable()).toMatch(/no image absent/);
    expect(await dockerSandboxes({ image: testImage, socket: "/nowhere" }).unavailable()).toMatch(/does not answer/);
  });

  test("settings of one's own reach the container, and the record names them", async () => {
    const settings = { image: testImage, socket, shmMb: 8, user: "7:7", hostConfig: { ReadonlyRootfs: true } };
    await withSandbox(dockerSandboxes(settings), {}, async (sandbox) => {
      const { output } = await sandbox.run(shell("df -k /dev/shm | tail -1; id -u; touch /x 2>&1"), { directory: "/" });
      expect(output).toMatch(/ 8192 .*\n7\n.*Read-only file system/);
      expect(sandbox.record.notes).toContain("container settings changed: ReadonlyRootfs");
    });
  });
});

import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { SandboxUnavailable } from "../../src/lib/errors.ts";
import { dockerSandboxes } from "../../src/sandboxes/docker/docker.ts";
import { dockerEngine } from "../../src/sandboxes/docker/engine.ts";
import { ownerLabels, reapContainers, removeContainer } from "../../src/sandboxes/docker/reaper.ts";
import { readComposeOverride } from "../../src/sandboxes/docker/settings/container-settings.ts";
import { describeSandbox } from "../contracts/sandbox.ts";
import { startEngine, testImage } from "../support/docker-engine.ts";
import { shell, withSandbox } from "../support/sandbox-folders.ts";
import { abandonSandbox } from "./abandon-sandbox.ts";

const engine = await startEngine();
afterAll(async () => await engine?.stop());

describe.skipIf(engine === null)("docker", () => {
  const socket = engine?.socket ?? "";
  const options = { image: testImage, socket };
  const provider = dockerSandboxes(options);
  const api = dockerEngine(socket);
  describeSandbox(provider, { settings: options });

  test("docker leaves no container behind", async () => {
    expect(await api.demand("GET", "/containers/json?all=1")).toEqual([]);
  });

  test("reaping removes containers whose owner has exited, and no others", async () => {
    const gone = execFileSync("sh", ["-c", "echo $$"], { encoding: "utf8" }).trim();
    const mine = ownerLabels("reaper");
    const orphaned = { ...mine, "mlebench.owner": mine["mlebench.owner"]!.replace(/^\d+/, gone) };
    const elsewhere = { ...mine, "mlebench.owner": "1-1-another" };
    const ids: string[] = [];
    for (const Labels of [mine, orphaned, elsewhere, {}]) {
      const body = { Image: testImage, Entrypoint: ["sleep", "1000"], Labels, HostConfig: { NetworkMode: "none" } };
      const { Id } = (await api.demand("POST", "/containers/create", body)) as { Id: string };
      await api.demand("POST", `/containers/${Id}/start`);
      ids.push(Id);
    }
    expect(await reapContainers(api)).toBe(1);
    const left = (await api.demand("GET", "/containers/json?all=1")) as { Id: string }[];
    expect(left.map(({ Id }) => Id).sort()).toEqual([ids[0], ids[2], ids[3]].sort());
    for (const { Id } of left) await api.demand("DELETE", `/containers/${Id}?force=1`);
  });

  test("docker reports what is missing", async () => {
    expect(await dockerSandboxes({ image: "absent", socket }).unavailable()).toMatch(/no image absent/);
    expect(await dockerSandboxes({ image: testImage, socket: "/nowhere" }).unavailable()).toMatch(/does not answer/);
  });

  test("the user's settings reach the container, and the record names them", async () => {
    const text = "shm_size: 8m\nread_only: true\ntmpfs: /scratch\nulimits: { nofile: 99 }\nenvironment: { SEED: 7 }\n";
    const { hostConfig, shmMb, environment } = readComposeOverride(text, { file: "compose.yaml" });
    const changed = dockerSandboxes({ ...options, user: "7:7", hostConfig, shmMb: shmMb! });
    await withSandbox(changed, { environment }, async (sandbox) => {
      const script =
        "df -k /dev/shm | tail -1; id -u; ulimit -n; echo $SEED; ls $DATA_DIR; ls -d /scratch; touch /x 2>&1";
      const { output } = await sandbox.run(shell(script), { directory: "/" });
      expect(output).toMatch(/ 8192 .*\n7\n99\n7\ntrain.csv\n\/scratch\n.*Read-only file system/);
      expect(sandbox.record.notes).toContain("container settings changed: ReadonlyRootfs, Tmpfs, Ulimits");
    });
  });

  test("data and runs stay hidden below folders that containers show", async () => {
    const shown = mkdtempSync(path.join(tmpdir(), "mlebench-hidden-"));
    chmodSync(shown, 0o755);
    const hidden = [path.join(shown, "data"), path.join(shown, "runs")];
    for (const folder of hidden) mkdirSync(folder);
    writeFileSync(path.join(shown, "main.py"), "PROGRAM\n");
    writeFileSync(path.join(shown, "data", "answers.csv"), "SECRET-ANSWER\n");
    const hostConfig = { Mounts: [{ Type: "bind", Source: shown, Target: "/mnt/further", ReadOnly: false }] };
    try {
      const spec = { readOnly: { "/home/agent": shown }, hidden };
      await withSandbox(dockerSandboxes({ ...options, hostConfig }), spec, async (sandbox) => {
        const script =
          "cat /home/agent/main.py; grep -rsh . /home/agent/data /mnt/further/data; touch /mnt/further/data/x";
        const { output } = await sandbox.run(shell(script));
        expect(output).toMatch(/^PROGRAM\ntouch: .*Read-only/);
      });
    } finally {
      rmSync(shown, { recursive: true });
    }
  });

  test("a network between the containers of a sandbox leads nowhere else and is removed with it", async () => {
    const names = async (): Promise<string[]> =>
      ((await api.demand("GET", "/networks")) as { Name: string }[]).map(({ Name }) => Name).filter(isOurs);
    const isOurs = (name: string): boolean => name.startsWith("mlebench-");
    const server = createServer((socket) => socket.end("ESCAPED")).listen(0, "0.0.0.0");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    await withSandbox(provider, { network: "internal" }, async (sandbox) => {
      expect(await names()).toHaveLength(1);
      expect(sandbox.record.network).toBe("internal");
      const serving = sandbox.run(shell("hostname -i > address; echo REACHED | nc -l -p 5000"), { timeoutMs: 100_000 });
      const ours = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
      const outside = ours
        .filter(({ family, internal }) => family === "IPv4" && !internal)
        .map(({ address }) => address);
      const script = `until [ -s address ]; do sleep 0.1; done; until nc -w 5 "$(cat address)" 5000 < /dev/null 2>/dev/null; do sleep 0.1; done
        gateway=$(route -n | awk '/UG/ { print $2 }')
        for host in $gateway ${outside.join(" ")}; do nc -w 1 $host ${port} < /dev/null 2>/dev/null && echo ESCAPED; done
        timeout 1 nslookup example.com >/dev/null 2>&1 && echo RESOLVED; true`;
      const { output } = await sandbox.run(shell(script), { timeoutMs: 100_000 });
      expect((await serving).exitCode).toBe(0);
      expect(output).toBe("REACHED\n");
      server.close();
    });
    expect(await names()).toEqual([]);
    const abandoned = await abandonSandbox({ name: "docker", settings: options }, { network: "internal" });
    expect(await names()).toHaveLength(1);
    expect(await provider.reap()).toBe(2);
    expect(await names()).toEqual([]);
    abandoned.remove();
  });

  test("containers are kept on request, and the record names them", async () => {
    const keeping = { ...options, retain: true };
    const list = async (): Promise<{ Names: string[]; State: string; Id: string }[]> =>
      (await api.demand("GET", "/containers/json?all=1")) as { Names: string[]; State: string; Id: string }[];
    const name = await withSandbox(dockerSandboxes(keeping), { name: "kept/1" }, async (sandbox) => {
      await sandbox.run(["true"]);
      return /are kept: (\S+)-1 /.exec(sandbox.record.notes.join("\n"))![1];
    });
    expect(name).toMatch(/^mlebench-kept-1-[0-9a-f]{8}$/);
    expect(await list()).toMatchObject([{ Names: [`/${name}-1`], State: "exited" }]);
    const abandoned = await abandonSandbox({ name: "docker", settings: keeping });
    expect(await provider.reap()).toBe(1);
    await expect.poll(abandoned.running).toEqual([]);
    expect(await provider.reap()).toBe(0);
    expect((await list()).map(({ State }) => State)).toEqual(["exited", "exited"]);
    for (const { Id } of await list()) await removeContainer(api, Id);
    abandoned.remove();
  });

  test("a container that is kept shows no secrets, and neither does its folder", async () => {
    const secret = "it's a $ecret\nof `two` lines";
    const spec = { secrets: [secret], environment: { API_KEY: `Bearer ${secret}`, PLAIN: "visible" } };
    await withSandbox(dockerSandboxes({ ...options, retain: true }), spec, async (sandbox, root) => {
      const { output, exitCode } = await sandbox.run(shell('echo "$API_KEY|$PLAIN"; exit 7'));
      expect(output).toBe(`Bearer ${secret}|visible\n`);
      expect(exitCode).toBe(7);
      expect((await sandbox.run(["printf", "%s", secret])).output).toBe(secret);
      expect((await sandbox.run(["no-such-program", secret])).exitCode).toBe(127);
      const kept = (await api.demand("GET", "/containers/json?all=1")) as { Id: string }[];
      expect(kept).toHaveLength(3);
      for (const { Id } of kept) {
        const shown = JSON.stringify(await api.demand("GET", `/containers/${Id}/json`));
        expect(shown).toContain("visible");
        expect(shown).not.toContain("ecret");
        await removeContainer(api, Id);
      }
      expect(readdirSync(path.join(root, "workspace")).filter((name) => name.endsWith(".sh"))).toEqual([]);
    });
  });

  test("missing graphics cards and runtimes are the engine's fault, not the command's", async () => {
    await withSandbox(provider, { gpus: ["0"] }, async (sandbox) => {
      await expect(sandbox.run(["true"])).rejects.toThrow(/cannot give graphics cards.*NVIDIA container toolkit/s);
      await expect(sandbox.run(["true"])).rejects.toThrow(SandboxUnavailable);
    });
    const other = dockerSandboxes({ ...options, hostConfig: { Runtime: "sysbox-runc" } });
    await expect(withSandbox(other, {}, async () => undefined)).rejects.toThrow(/no runtime `sysbox-runc`.*runc/);
    const usual = dockerSandboxes({ ...options, hostConfig: { Runtime: "runc" } });
    expect(await withSandbox(usual, {}, async (sandbox) => (await sandbox.run(["true"])).exitCode)).toBe(0);
  });
});

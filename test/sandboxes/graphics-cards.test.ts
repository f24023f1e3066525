import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import type { SandboxSpec } from "../../src/contracts/sandbox.ts";
import { SandboxUnavailable } from "../../src/lib/errors.ts";
import { bubblewrapArguments } from "../../src/sandboxes/bubblewrap/arguments.ts";
import { bubblewrapSandboxes } from "../../src/sandboxes/bubblewrap/bubblewrap.ts";
import { graphicsDevices } from "../../src/sandboxes/bubblewrap/graphics-devices.ts";
import { containerFor, type DockerOptions } from "../../src/sandboxes/docker/container.ts";
import { localSandboxes } from "../../src/sandboxes/local/local.ts";
import { shell, withSandbox } from "../support/sandbox-folders.ts";

const root = mkdtempSync(path.join(tmpdir(), "cards-"));
afterAll(() => rmSync(root, { recursive: true }));
const spec: SandboxSpec = { name: "x", publicData: "/p", workspace: "/w", network: "none", limits: {}, gpus: ["1"] };

/** A machine with two cards, as the driver presents them. Plain files will do: only their names matter. */
function machine(name: string, devices: readonly string[]) {
  const system = { devices: path.join(root, name, "dev"), cards: path.join(root, name, "gpus") };
  mkdirSync(system.devices, { recursive: true });
  for (const device of devices) writeFileSync(path.join(system.devices, device), "");
  for (const minor of [0, 1]) {
    mkdirSync(path.join(system.cards, `0000:0${minor}:00.0`), { recursive: true });
    const information = `Model: \t\t Some card\nGPU UUID: \t GPU-aa${minor}\nDevice Minor: \t ${minor}\n`;
    writeFileSync(path.join(system.cards, `0000:0${minor}:00.0`, "information"), information);
  }
  return system;
}

test("bubblewrap shows the devices of the named cards and of the driver, and no others", () => {
  const system = machine("full", [
    "nvidia0",
    "nvidia1",
    "nvidiactl",
    "nvidia-uvm",
    "nvidia-uvm-tools",
    "nvidia-modeset",
  ]);
  const expected = ["nvidia1", "nvidia-uvm", "nvidia-uvm-tools", "nvidiactl"].map(
    (name) => `${system.devices}/${name}`,
  );
  expect(graphicsDevices(["1"], system)).toEqual(expected);
  expect(graphicsDevices(["GPU-aa1"], system)).toEqual(expected);
  expect(graphicsDevices([], system)).toEqual([]);
  const command = {
    directory: "/",
    help: "",
    place: (source: string) => source,
    devices: ["/dev/nvidia1", "/dev/nvidiactl"],
    covered: [],
    isFiltered: false,
  };
  const line = bubblewrapArguments(spec, command).join(" ");
  expect(line).toMatch(/--dev \/dev --dev-bind \/dev\/nvidia1 \/dev\/nvidia1 --dev-bind .*--remount-ro \/dev /);
});

test("bubblewrap reports which card is missing, or that the driver is", async () => {
  const system = machine("part", ["nvidia0"]);
  expect(() => graphicsDevices(["0", "1"], system)).toThrow(/no graphics card 1: .*nvidia1 is missing/);
  expect(() => graphicsDevices(["GPU-other"], system)).toThrow(SandboxUnavailable);
  expect(() => graphicsDevices(["0"], system)).toThrow(/nvidiactl is missing/);
  const opening = withSandbox(bubblewrapSandboxes(), { gpus: ["77"] }, async () => undefined);
  await expect(opening).rejects.toThrow(/no graphics card 77/);
});

test("local tells programs which cards to use, none by default", async () => {
  const seen = async (gpus: Partial<SandboxSpec>): Promise<string> =>
    await withSandbox(localSandboxes(), gpus, async (sandbox) => {
      return (await sandbox.run(shell('echo "[$CUDA_VISIBLE_DEVICES]"'))).output;
    });
  expect(await seen({ gpus: ["1", "3"] })).toBe("[1,3]\n");
  expect(await seen({})).toBe("[]\n");
});

test("docker requests the run's cards from the engine, otherwise those of the settings", () => {
  const workspace = { folder: "/w", publicData: "/p", user: 1, group: 1 };
  const line = { command: ["true"], directory: "/", environment: {}, labels: {}, network: null, covered: [] };
  const made = (gpus: readonly string[] | undefined, options: Partial<DockerOptions>) => {
    const { gpus: _, ...rest } = spec;
    const description = containerFor({ ...rest, ...(gpus && { gpus }) }, workspace, { image: "i", ...options }, line);
    return { requests: description.HostConfig.DeviceRequests, hidden: description.Env.join().includes("=void") };
  };
  const request = (which: object) => [{ ...which, Capabilities: [["gpu"]] }];
  expect(made(["1"], { gpus: "all" })).toEqual({ requests: request({ DeviceIDs: ["1"] }), hidden: false });
  expect(made(undefined, { gpus: "all" })).toEqual({ requests: request({ Count: -1 }), hidden: false });
  expect(made(undefined, { gpus: 2 })).toEqual({ requests: request({ Count: 2 }), hidden: false });
  expect(made(undefined, {})).toEqual({ requests: undefined, hidden: true });
  expect(made([], { gpus: 2 })).toEqual({ requests: undefined, hidden: true });
});

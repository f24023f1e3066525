import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { applyContainerConfig, containerFile } from "../../src/cli/run/container-config.ts";
import { networkWarnings } from "../../src/cli/run/network-warnings.ts";
import type { GroupRequest } from "../../src/runs/execution/plan-group.ts";
import { sandboxKind } from "../../src/sandboxes/index.ts";

const folder = mkdtempSync(join(tmpdir(), "mlebench-config-"));
afterAll(() => rmSync(folder, { recursive: true }));

const request: GroupRequest = {
  edition: "v1",
  agent: { name: "dummy", label: "dummy", settings: {} },
  competitions: [],
  seeds: [0],
  limits: { wallClockMs: 1000 },
  sandbox: { name: "docker", network: "none" },
  dataDirectory: folder,
  retain: false,
};

test("--network wins over the network of a container configuration", () => {
  const file = join(folder, "config.json");
  writeFileSync(file, JSON.stringify({ network_mode: "bridge" }));
  const networkWith = (network: GroupRequest["sandbox"]["network"] | undefined) =>
    applyContainerConfig(request, containerFile(file), { allowUnsafe: false, network }).sandbox.network;
  expect(networkWith(undefined)).toBe("open");
  expect(networkWith("none")).toBe("none");
  expect(networkWith("internal")).toBe("internal");
});

test("the plan warns where agents would share this machine's network", () => {
  const warnings = (sandbox: GroupRequest["sandbox"]) => networkWarnings({ sandbox }).join();
  const hostConfig = { NetworkMode: "host" };
  expect(warnings({ name: "docker", network: "open", hostConfig })).toMatch(/loopback addresses.*slirp4netns/);
  expect(warnings({ name: "docker", network: "none", hostConfig })).toBe("");
  expect(warnings({ name: "docker", network: "open" })).toBe("");
  const isShared = sandboxKind("bubblewrap").traits().sharesHostNetworkOn.includes("open");
  expect(warnings({ name: "bubblewrap", network: "open" }) !== "").toBe(isShared);
});

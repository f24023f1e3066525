import { mkdirSync } from "node:fs";
import { expect, test, vi } from "vitest";
import type { Network } from "../../../src/contracts/sandbox.ts";
import { startScriptedServer } from "../../../src/models/scripted/scripted-server.ts";
import { connectModels } from "../../../src/runs/models/connect-models.ts";
import type { Validation } from "../../../src/runs/validation/start-validation.ts";
import { OpenDoor } from "../../models/proxy/open-door.ts";
import { environmentFor, realKey } from "../../models/proxy/with-proxy.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();

test("keys of the host in variables and commands are replaced, and the proxy's variables win", async () => {
  mkdirSync(place("socket"));
  const connection = await connectModels({
    choice: { main: `scripted/${place("demo.yaml")}`, roles: {}, settings: {}, allow: [], aliases: {} },
    door: new OpenDoor(),
    secrets: [realKey],
    validation: { socket: place("socket", "validate.sock") } as Validation,
    traits: { ownFileSystem: true, sharesHostNetworkOn: [] },
    network: "none",
    onFailure: (error) => {
      throw error;
    },
  });
  try {
    const environment = connection.complete({ A: `Bearer ${realKey}`, OPENAI_API_KEY: realKey, SEED: "0" });
    const { MODEL_API_KEY: key } = environment;
    expect(environment).toMatchObject({ A: `Bearer ${key}`, OPENAI_API_KEY: key, SEED: "0", MODEL_NAME: "demo" });
    expect(connection.withoutKeys(["aide", `key=${realKey}`])).toEqual(["aide", `key=${key}`]);
    expect(connection.readOnly).toEqual({ "/run/mlebench/model.sock": place("socket", "model.sock") });
  } finally {
    await connection.close();
  }
});

test.each<[Network, boolean, number]>([
  ["none", false, 400],
  ["internal", false, 400],
  ["none", true, 200],
  ["open", false, 200],
])(
  "with network %s and --allow-provider-tools %s, a web search is answered with %i",
  async (network, given, status) => {
    mkdirSync(place(`${network}-${given}`));
    await using provider = await startScriptedServer([{ text: "Found." }]);
    for (const [name, value] of Object.entries(environmentFor(provider.url))) vi.stubEnv(name, value);
    const choice = { main: "openai/gpt-1", roles: {}, settings: {}, allow: [], aliases: {} };
    const connection = await connectModels({
      choice: given ? { ...choice, providerTools: true } : choice,
      door: new OpenDoor(),
      secrets: [],
      validation: { socket: place(`${network}-${given}`, "validate.sock") } as Validation,
      traits: { ownFileSystem: false, sharesHostNetworkOn: [network] },
      network,
      onFailure: () => undefined,
    });
    try {
      const { OPENAI_BASE_URL, OPENAI_API_KEY } = connection.complete({});
      const response = await fetch(`${OPENAI_BASE_URL}/responses`, {
        method: "POST",
        headers: { authorization: `Bearer ${OPENAI_API_KEY}` },
        body: JSON.stringify({ model: "gpt-1", input: "Hi", tools: [{ type: "web_search" }] }),
      });
      expect(response.status).toBe(status);
      expect(provider.calls).toHaveLength(status === 200 ? 1 : 0);
    } finally {
      await connection.close();
      vi.unstubAllEnvs();
    }
  },
);

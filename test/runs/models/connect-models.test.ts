import { mkdirSync } from "node:fs";
import { expect, test } from "vitest";
import { connectModels } from "../../../src/runs/models/connect-models.ts";
import type { Validation } from "../../../src/runs/validation/start-validation.ts";
import { OpenDoor } from "../../models/proxy/open-door.ts";
import { realKey } from "../../models/proxy/with-proxy.ts";
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

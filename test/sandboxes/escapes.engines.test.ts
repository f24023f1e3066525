import { afterAll, describe } from "vitest";
import { dockerSandboxes } from "../../src/sandboxes/docker/docker.ts";
import { describeEscapes } from "../contracts/sandbox-escapes.ts";
import { startEngine, testImage } from "../support/docker-engine.ts";

const engine = await startEngine();
afterAll(async () => await engine?.stop());

describe.skipIf(engine === null)("docker", () => {
  describeEscapes(dockerSandboxes({ image: testImage, socket: engine?.socket ?? "" }));
});

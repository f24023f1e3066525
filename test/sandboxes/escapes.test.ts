import { afterAll, describe, test } from "vitest";
import { bubblewrapSandboxes } from "../../src/sandboxes/bubblewrap/bubblewrap.ts";
import { dockerSandboxes } from "../../src/sandboxes/docker/docker.ts";
import { describeEscapes } from "../contracts/sandbox-escapes.ts";
import { startEngine, testImage } from "../support/docker-engine.ts";
import { requireProgram } from "../support/system-programs.ts";

const bubblewrap = requireProgram("bwrap", "bubblewrap");
const engine = await startEngine();
afterAll(async () => await engine?.stop(), 60_000);

describe.skipIf(bubblewrap === null)("bubblewrap", () => {
  describeEscapes(bubblewrapSandboxes());
});

describe.skipIf(engine === null)("docker", () => {
  describeEscapes(dockerSandboxes({ image: testImage, socket: engine?.socket ?? "" }));
});

test.skipIf(bubblewrap !== null || engine !== null)("nothing that isolates can be had here", () => undefined);

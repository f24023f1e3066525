import { afterEach, expect, test } from "vitest";
import { UsageError } from "../../src/lib/errors.ts";
import { dockerSandboxes } from "../../src/sandboxes/docker/docker.ts";
import { engineSocket } from "../../src/sandboxes/docker/engine-socket.ts";

const before = process.env.DOCKER_HOST;
afterEach(() => {
  if (before === undefined) delete process.env.DOCKER_HOST;
  else process.env.DOCKER_HOST = before;
});

test("the engine's socket is the one that is named, else DOCKER_HOST's, else Docker's own", () => {
  process.env.DOCKER_HOST = "unix:///run/other.sock";
  expect(engineSocket("/named.sock")).toBe("/named.sock");
  expect(engineSocket()).toBe("/run/other.sock");
  delete process.env.DOCKER_HOST;
  expect(engineSocket()).toBe("/var/run/docker.sock");
});

test("an engine that is not at a unix socket is refused, never replaced by another one", async () => {
  process.env.DOCKER_HOST = "tcp://127.0.0.1:2375";
  expect(() => engineSocket()).toThrow(UsageError);
  expect(await dockerSandboxes().unavailable()).toMatch(/DOCKER_HOST is tcp:.*unix socket only/);
});

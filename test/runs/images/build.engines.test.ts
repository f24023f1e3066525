import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildAgentImage } from "../../../src/runs/images/build-agent-image.ts";
import { buildEnvironmentImage } from "../../../src/runs/images/build-environment-image.ts";
import { listImages, removeImage } from "../../../src/runs/images/list-images.ts";
import { dockerSandboxes } from "../../../src/sandboxes/docker/docker.ts";
import { dockerEngine } from "../../../src/sandboxes/docker/engine.ts";
import { startEngine, testImage } from "../../support/docker-engine.ts";
import { withSandbox } from "../../support/sandbox-folders.ts";
import { importPythonImage, pythonImage } from "./python-image.ts";

const agents = fileURLToPath(new URL("../../fixtures/agents/", import.meta.url));
const running = await startEngine();
const hasPython = running !== null && importPythonImage(running.socket);
afterAll(async () => await running?.stop());

describe.skipIf(!hasPython)("images", () => {
  const socket = running?.socket ?? "";
  const engine = dockerEngine(socket);
  const lines: string[] = [];
  const bash = (script: string) =>
    withSandbox(dockerSandboxes({ image: "mlebench-env", socket }), {}, async (sandbox) => {
      const { output, exitCode } = await sandbox.run(["bash", "-c", `exec 2>&1\n${script}`]);
      return { exitCode, lines: output.trim().split("\n") };
    });

  beforeAll(async () => {
    await buildEnvironmentImage(engine, { base: pythonImage, offline: true, onLine: (line) => lines.push(line) });
  });

  test("the environment is built without a network, and its output says what it lacks", () => {
    expect(lines.join("\n")).toMatch(/^Step 1\/\d+ : ARG BASE_IMAGE/);
    expect(lines).toContainEqual(expect.stringMatching(/^OFFLINE: the image lacks.* git/));
    expect(lines.at(-1)).toBe("Successfully tagged mlebench-env:latest");
  });

  test("the environment has its user, its folders and its placeholders, writable for any user", async () => {
    const { lines } = await bash(`
      grep nonroot /etc/passwd; cd /home; stat -c '%a %n' . instructions.txt instructions_obfuscated.txt
      echo more >> instructions.txt && mv instructions_obfuscated.txt instructions.txt && mkdir agent && echo written
      bash validate_submission.sh x; echo $?
      ls -d /private /home/code 2> /dev/null; ls /opt/mlebench`);
    expect(lines).toEqual([
      "nonroot:*:1000:1000::/home/nonroot:/bin/bash",
      "777 .",
      "666 instructions.txt",
      "666 instructions_obfuscated.txt",
      "written",
      expect.stringMatching(/^Cannot validate/),
      "1",
      // The sandbox's own: the image does not have it, because agents' Dockerfiles make it.
      "/home/code",
      "build",
      "conda",
      "home",
      "requirements",
    ]);
  });

  test("conda run works inside the environment that it is told", async () => {
    const { lines } = await bash(`
      conda run -n agent --no-capture-output python -c 'import sys; print(sys.prefix)'
      /opt/conda/bin/conda run --name=base python -c 'import sys; print(sys.prefix)'
      conda run -n agent pip --version | sed 's/ .*//'
      conda run -n agent bash -c 'exit 7'; echo $?
      conda run -n absent true; echo $?`);
    expect(lines).toEqual([
      "/opt/envs/agent",
      "/opt/conda",
      "pip",
      "7",
      "conda: There is no environment absent. Environments: base agent",
      "1",
    ]);
  });

  test("conda activate changes the shell, also one that is strict, and deactivate changes it back", async () => {
    const { lines, exitCode } = await bash(`set -eu
      before=$PATH
      eval "$(conda shell.bash hook)"
      conda activate agent; command -v python; echo $CONDA_DEFAULT_ENV $CONDA_PREFIX $CONDA_SHLVL
      conda activate base; command -v python; conda activate base; echo $CONDA_SHLVL
      conda env list
      conda deactivate; echo $CONDA_DEFAULT_ENV; command -v python
      conda deactivate; echo \${CONDA_DEFAULT_ENV-none}; [ "$PATH" = "$before" ] && echo same
      conda activate absent || echo refused
      . /opt/conda/bin/activate agent; command -v python`);
    expect(lines).toEqual([
      "/opt/envs/agent/bin/python",
      "agent /opt/envs/agent 1",
      "/opt/conda/bin/python",
      "2",
      expect.stringMatching(/^base +\* \/opt\/conda$/),
      expect.stringMatching(/^agent +\/opt\/envs\/agent$/),
      "agent",
      "/opt/envs/agent/bin/python",
      "none",
      "same",
      "conda: There is no environment absent. Environments: base agent",
      "refused",
      "/opt/envs/agent/bin/python",
    ]);
    expect(exitCode).toBe(0);
  });

  test("conda makes environments, rejects a Python that does not exist and says that it is a replacement", async () => {
    const { lines } = await bash(`
      conda create -p /tmp/mine python=3 -y > /dev/null && conda run -p /tmp/mine python -c 'import sys; print(sys.prefix)'
      conda create -p /tmp/other python=2.7 -y 2>&1 | head -1
      conda install -n agent -y -c conda-forge nodejs=18 2>&1 | head -1
      conda install -n agent -y python=3; echo $?
      conda clean -afy; conda init 2> /dev/null; conda --version
      conda build 2>&1`);
    expect(lines.slice(0, 5)).toEqual([
      "/tmp/mine",
      expect.stringMatching(/^conda: this image has Python 3.*, not Python 2.7/),
      expect.stringMatching(/^conda: nodejs is not a Python package/),
      "0",
      "conda 0.0.0 (replacement)",
    ]);
    expect(lines.slice(5).join(" ")).toMatch(/build.*replacement.*Miniforge.*\/opt\/conda.*BASE_IMAGE/);
  });

  describe("of agents", () => {
    beforeAll(async () => {
      await buildAgentImage(engine, { directory: path.join(agents, "notes"), offline: true });
    });

    test.each([
      { parameters: ["--rows", "3"], rows: 3 },
      { parameters: ["agent.rows=5"], rows: 5 },
    ])("an agent's start script runs as the sandbox's own user with $parameters", async ({ parameters, rows }) => {
      const provider = dockerSandboxes({ image: "mlebench-agent-notes", socket });
      await withSandbox(provider, {}, async (sandbox, root) => {
        const result = await sandbox.run(["bash", "/home/agent/start.sh", ...parameters]);
        expect(result).toMatchObject({ exitCode: 0 });
        // From $AGENT_DIR, which the agent could write.
        expect(result.output).toMatch(/^was-here$/m);
        expect(result.output).not.toMatch(/denied|not permitted/);
        const read = (name: string) => readFileSync(path.join(root, "workspace", name), "utf8");
        expect(read("submission/submission.csv").trim().split("\n")).toHaveLength(rows + 1);
        expect(read("logs/main.log")).toMatch(/^user 20\d{8} agent\nprefix \/opt\/envs\/agent\nenvironment agent\n$/);
        expect(readdirSync(path.join(root, "workspace/code"))).toEqual(["main.py"]);
      });
    });

    test("our images are listed with their kind and can be removed; others cannot", async () => {
      const before = await listImages(engine);
      expect(before).toContainEqual(expect.objectContaining({ name: "mlebench-agent-notes", agentId: "notes" }));
      expect(before).toContainEqual(expect.objectContaining({ name: "mlebench-env", agentId: null }));
      await expect(removeImage(engine, testImage)).rejects.toThrow(/not built by mlebench/);
      await expect(removeImage(engine, "absent")).rejects.toThrow(/There is no image absent/);
      await removeImage(engine, "mlebench-agent-notes");
      expect((await listImages(engine)).map(({ name }) => name)).not.toContain("mlebench-agent-notes");
    });
  });

  test("a step that fails is reported with its output", async () => {
    const base = { name: "broken", base: testImage, offline: true };
    await expect(buildEnvironmentImage(engine, base)).rejects.toThrow(/The base image has no bash/);
    const online = { name: "broken", base: pythonImage, heavy: false };
    await expect(buildEnvironmentImage(engine, online)).rejects.toThrow(
      /has no apt-get.*Not in the base image: build-essential.*OFFLINE=true/s,
    );
  });

  test("an agent without the environment is rejected instead of looked up in a registry", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "agent-"));
    try {
      const name = path.basename(folder);
      const config = `lost:\n  start: ${name}/start.sh\n  dockerfile: ${name}/Dockerfile\n`;
      writeFileSync(path.join(folder, "config.yaml"), config);
      writeFileSync(path.join(folder, "start.sh"), "");
      writeFileSync(path.join(folder, "Dockerfile"), "FROM --platform=linux/amd64 mlebench-env:other\n");
      await expect(buildAgentImage(engine, { directory: folder })).rejects.toThrow(/mlebench image build/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

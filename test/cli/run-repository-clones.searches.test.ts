import { mkdirSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { EventOf, SearchEvent } from "../../src/agents/search/events.ts";
import { GitServer, makeRepository } from "../agents/repository/git-server.ts";
import { killHost } from "../support/kill-host.ts";
import { systemPython } from "../support/pythons.ts";
import { plant, type RunFolder, runGround, theGroup, until } from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";
import { startCli } from "../support/start-cli.ts";

const ground = await runGround(plant);
const served = ground.fresh();
const server = await GitServer.start(served);

const program = `import csv, os
from means import constant
data, out = os.environ["DATA_DIR"], os.environ["OUTPUT_DIR"]
with open(data + "/sample_submission.csv", newline="") as file:
    rows = list(csv.reader(file))
with open(out + "/final_submission.csv", "w", newline="") as file:
    csv.writer(file).writerows([rows[0]] + [[row[0], constant()] for row in rows[1:]])
`;

makeRepository(join(served, "owner", "means"), {
  "README.md": "# means\nConstants for plants.\n",
  "means.py": "def constant():\n    return 0.25\n",
});
makeRepository(join(served, "owner", "copycat"), {
  "README.md": "# My solution of demo-plant-flowering\n",
  "solution.py": "answers = {}\n",
});

/** A model that copies what it needs from the clone. `more` are rules that come first. */
function script(queries: unknown = "I cannot say.", more: readonly unknown[] = []): string {
  const file = join(ground.fresh(), "model.yaml");
  const adapt = {
    tools: [
      { bash: { command: 'cp "$CODE_DIR/repositories/means/means.py" . ; ls' } },
      { write_file: { path: "main.py", content: program } },
      { done: { summary: "The constant of the repository." } },
    ],
  };
  const sample =
    'import os, shutil\nshutil.copy(os.environ["DATA_DIR"] + "/sample_submission.csv", os.environ["OUTPUT_DIR"] + "/final_submission.csv")\n';
  const draft = { tools: [{ write_file: { path: "main.py", content: sample } }, { done: { summary: "The sample." } }] };
  const rules = [
    ...more,
    { when: { any: "searches for Python repositories" }, text: JSON.stringify(queries) },
    { when: { any: "Rate every repository" }, text: "I cannot say." },
    { when: { any: "Write a (first )?complete solution" }, ...draft },
  ];
  writeFileSync(file, JSON.stringify({ rules, turns: [adapt], otherwise: "I give up." }));
  return file;
}

const task = (settings: unknown): string => {
  const file = join(ground.fresh(), "task.json");
  writeFileSync(file, JSON.stringify(settings));
  return file;
};
const withoutEnvironment = { use_venv: false };

const parametersOf = (settings: unknown, model: string, runs?: string, network = "open"): string[] => {
  const own = ["--agent", "repository", "--model", `scripted/${model}`, "--time-limit", "600", "--settings"];
  return ground.parameters([...own, task(settings), "--sandbox", "local", "--network", network], runs);
};

async function run(settings: unknown, model = script(), environment: Readonly<Record<string, string>> = {}) {
  const runs = ground.fresh();
  const { exitCode, stderr } = await runCli(parametersOf(settings, model, runs), {
    environment: { GITHUB_API_URL: server.url, GITHUB_TOKEN: "", ...environment },
  });
  expect(exitCode, stderr).toBe(0);
  return { stderr, one: theGroup(runs, stderr).run() };
}

function eventsOf<Type extends SearchEvent["type"]>({ events }: RunFolder, type: Type): EventOf<Type>[] {
  const own = events.flatMap((event) => (event.type === "agent" ? [event.event as unknown as SearchEvent] : []));
  return own.filter((event): event is EventOf<Type> => event.type === type);
}

const operatorsOf = (one: RunFolder) => eventsOf(one, "experiment").map(({ operator }) => operator);
const json = (response: ServerResponse, value: unknown): unknown => response.end(JSON.stringify(value));
const result = (name: string, more: object = {}) => ({
  full_name: name,
  clone_url: `${server.url}/${name}`,
  size: 10,
  ...more,
});

describe.skipIf(systemPython === null)("clones", () => {
  test("a repository of an address is cloned, adapted and scored", async () => {
    const repo = { type: "github", url: `${server.url}/owner/means` };
    const { one, stderr } = await run({ repo, parameters: withoutEnvironment });
    expect(stderr).toContain("/owner/means is cloned in the sandbox");
    const [{ chosen, clones }] = eventsOf(one, "repositories") as [EventOf<"repositories">];
    expect(chosen.map(({ name }) => name)).toEqual(["means"]);
    expect(clones).toMatchObject([{ name: "means", address: repo.url, files: 2, commit: expect.any(String) }]);
    expect(operatorsOf(one)).toEqual(["adapt-repository"]);
    expect(one.read("code", "best_solution", "means.py")).toContain("return 0.25");
    expect(one.events).toContainEqual(expect.objectContaining({ type: "graded", valid: true }));
  });

  test("an address that does not exist is recorded; the next repository is tried, then code of its own", async () => {
    const folder = join(ground.fresh(), "repositories");
    mkdirSync(join(folder, "other"), { recursive: true });
    writeFileSync(join(folder, "other", "a.py"), "def a(): pass\n");
    const repo = { type: "github", url: `${server.url}/owner/none` };
    const { one } = await run({ repo, repositories: folder, parameters: withoutEnvironment, code_debug_tries: 0 });
    const [{ chosen, excluded }] = eventsOf(one, "repositories") as [EventOf<"repositories">];
    expect(chosen.map(({ name }) => name)).toEqual(["other"]);
    expect(excluded).toEqual([{ name: "none", reason: expect.stringMatching(/could not be cloned: .*not found/) }]);
    expect(operatorsOf(one)).toEqual(["adapt-repository", "draft"]);
    expect(one.events).toContainEqual(expect.objectContaining({ type: "graded", valid: true }));
  });

  test("a host that is killed while it clones is continued with a whole clone, and without another search", async () => {
    const runs = ground.fresh();
    const parameters = parametersOf({ parameters: withoutEnvironment }, script({ queries: ["group means"] }), runs);
    const environment = { GITHUB_API_URL: server.url, GITHUB_TOKEN: "" };
    server.api = (_, response) => json(response, { items: [result("owner/means")] });
    server.isStalled = true;
    server.seen.length = 0;
    const first = startCli(parameters, environment);
    await until("the download", () => server.seen.some(({ url }) => url.endsWith("git-upload-pack")));
    expect(killHost(runs)).toBe(true);
    await first.ended;
    server.isStalled = false;
    const { exitCode, stderr } = await runCli(parameters, { environment });
    expect(exitCode, stderr).toBe(0);
    const one = theGroup(runs).run();
    expect(eventsOf(one, "continued")).toHaveLength(1);
    expect(server.seen.filter(({ url }) => url.startsWith("/search/"))).toHaveLength(1);
    expect(eventsOf(one, "repositories")).toMatchObject([{ clones: [{ name: "means", files: 2 }] }]);
    expect(one.events).toContainEqual(expect.objectContaining({ type: "graded", valid: true }));
  });
});

describe.skipIf(systemPython === null)("GitHub", () => {
  test("is searched when nothing is given; what names the competition is neither asked for nor used", async () => {
    server.seen.length = 0;
    server.api = (request, response) => {
      if (!request.url!.startsWith("/search/repositories?")) response.writeHead(404).end();
      else if (request.url!.includes("broken")) response.end("<html>");
      else
        json(response, {
          items: [
            result("owner/means"),
            result("owner/copycat"),
            result("owner/fork", { fork: true }),
            result("owner/evil", { clone_url: "file:///etc" }),
            result("owner/-x", { clone_url: `${server.url}/owner/-x` }),
            { full_name: "\u001b]0;owned\u0007" },
          ],
        });
    };
    const queries = { queries: ["group means", "demo plant flowering solution", "broken answer"] };
    const { one, stderr } = await run({ parameters: withoutEnvironment }, script(queries), { GITHUB_TOKEN: "tok-123" });
    expect(stderr).toContain(`GitHub (${server.url}) is asked for repositories`);
    const [{ chosen, excluded, searched }] = eventsOf(one, "repositories") as [EventOf<"repositories">];
    expect(chosen.map(({ name }) => name)).toEqual(["means"]);
    expect(Object.fromEntries(excluded.map(({ name, reason }) => [name, reason]))).toEqual({
      "owner/fork": "it is a fork",
      "owner/evil": expect.stringContaining("not an https address"),
      x: expect.stringContaining("could not be cloned"),
      copycat: expect.stringContaining("names the competition"),
    });
    expect(searched).toMatchObject({ api: server.url, queries: ["group means", "broken answer"] });
    expect(searched!.notes).toEqual([
      expect.stringContaining("`demo plant flowering solution`: that names the competition"),
      "GitHub could not be asked for `broken answer`: its answer is not JSON.",
      "Results that are private or cannot be read were left out: 1.",
    ]);
    const asked = server.seen.filter(({ url }) => url.startsWith("/search/"));
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(["Bearer tok-123", "Bearer tok-123"]);
    expect(
      server.seen.filter(({ url }) => !url.startsWith("/search/")).some(({ headers }) => headers.authorization),
    ).toBe(false);
    expect(JSON.stringify(one.events) + one.output).not.toContain("tok-123");
    expect(one.read("code", "report.md")).toContain("was asked for: group means; broken answer");
    expect(one.events).toContainEqual(expect.objectContaining({ type: "graded", valid: true }));
  });

  test("finds repositories for adaptations that see what was cloned, not what others made of it", async () => {
    makeRepository(join(served, "owner", "first"), { "first.py": "def first(): pass\n" });
    server.api = (_, response) => json(response, { items: [result("owner/means"), result("owner/first")] });
    const spoil = "echo 'def constant(): return 9' > \"$CODE_DIR/repositories/means/means.py\"";
    const spoiling = { when: { any: "first is in /" }, tools: [{ bash: { command: spoil } }] };
    const settings = {
      repo: { type: "github", url: `${server.url}/owner/first` },
      search: true,
      parameters: { ...withoutEnvironment, max_turns: 2 },
      code_debug_tries: 0,
    };
    const { one } = await run(settings, script({ queries: ["group means"] }, [spoiling]));
    const [{ chosen }] = eventsOf(one, "repositories") as [EventOf<"repositories">];
    expect(chosen.map(({ name }) => name)).toEqual(["first", "means"]);
    expect(eventsOf(one, "used-tool").filter(({ key }) => key.startsWith("experiment_1/"))).not.toEqual([]);
    expect(eventsOf(one, "ended").map(({ state }) => state)).toEqual(["failed", "good"]);
    expect(one.read("code", "best_solution", "means.py")).toContain("return 0.25");
  });

  test("with a used-up rate limit does not stop the run", async () => {
    server.api = (_, response) => response.writeHead(429, { "x-ratelimit-reset": "1800000000" }).end();
    const { one } = await run({ parameters: withoutEnvironment }, script({ queries: ["a b", "c d"] }));
    const [{ chosen, searched }] = eventsOf(one, "repositories") as [EventOf<"repositories">];
    expect(chosen).toEqual([]);
    expect(searched).toMatchObject({
      queries: ["a b"],
      notes: [expect.stringContaining("rate limit is used up until 2027")],
    });
    expect(operatorsOf(one)).toEqual(["draft"]);
  });

  test.each([
    [{}, /asked for repositories.*takes --network open.*needs something to adapt/s],
    [{ search: true, repositories: "/tmp" }, /takes --network open/],
    [{ repo: { type: "github", url: "https://github.com/owner/name" } }, /name is cloned .*takes --network open/],
    [{ search: false }, /needs something to adapt/],
  ])("with %j and no open network, nothing starts", async (settings, message) => {
    server.seen.length = 0;
    const { exitCode, stderr } = await runCli(parametersOf(settings, script(), undefined, "none"), {
      environment: { GITHUB_API_URL: server.url },
    });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(message);
    expect(server.seen).toEqual([]);
  });

  test("is named by a dry run, as is the hub that Kapso asks", async () => {
    const kapso = ["--agent", "kapso", "--model", `scripted/${script()}`, "--network", "open", "--dry-run", "--json"];
    const planned = await runCli(ground.parameters(["--sandbox", "local", ...kapso]));
    expect(JSON.parse(planned.stdout).internet).toEqual([expect.stringContaining("Hugging Face hub")]);
    const parameters = [...parametersOf({}, script()), "--dry-run"];
    const shown = await runCli(parameters, { environment: { GITHUB_API_URL: server.url } });
    expect(shown.stdout).toContain(`GitHub (${server.url}) is asked for repositories`);
  });
});

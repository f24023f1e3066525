import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { EventOf, SearchEvent } from "../../src/agents/search/events.ts";
import { writeZip } from "../../src/lib/archive/write-zip.ts";
import { systemPython } from "../support/pythons.ts";
import { plant, type RunFolder, runGround } from "../support/run-agents.ts";

const ground = await runGround(plant);

const meansModule = `"""Means within groups."""
import csv

def read_table(path):
    """Reads a table as a list of rows."""
    with open(path, newline="") as file:
        return list(csv.DictReader(file))

class GroupMeans:
    """Predicts the mean of the target within a group."""
    def fit(self, rows, column, target):
        self.column, sums = column, {}
        for row in rows:
            entry = sums.setdefault(row[column], [0.0, 0])
            entry[0] += float(row[target]); entry[1] += 1
        self.means = {key: total / count for key, (total, count) in sums.items()}
        return self
    def predict(self, rows):
        return [self.means.get(row[self.column], 0.5) for row in rows]
`;

const program = `import csv, os
from means import GroupMeans, read_table
data, out = os.environ["DATA_DIR"], os.environ["OUTPUT_DIR"]
train, test = read_table(data + "/train.csv"), read_table(data + "/test.csv")
model = GroupMeans().fit(train, "species", "flowers")
with open(out + "/final_submission.csv", "w", newline="") as file:
    rows = csv.writer(file)
    rows.writerow(["plant_id", "flowers"])
    rows.writerows(zip((row["plant_id"] for row in test), model.predict(test)))
`;

/** A folder with a repository that helps, and one that is about the competition. */
function repositories(files: Readonly<Record<string, string>> = {}): string {
  const folder = join(ground.fresh(), "repositories");
  const all = {
    "means/README.md": "# means\nGroup means for tables of plants and flowers.\n",
    "means/src/means.py": meansModule,
    "copycat/README.md": "# My solution of demo-plant-flowering\n",
    "copycat/solution.py": "answers = {}\n",
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** A model that explores the repository and adapts it. Drafts are programs that only copy the sample. */
function script(adapting: readonly unknown[]): string {
  const file = join(ground.fresh(), "model.yaml");
  const sample =
    'import os, shutil\nshutil.copy(os.environ["DATA_DIR"] + "/sample_submission.csv", os.environ["OUTPUT_DIR"] + "/final_submission.csv")\n';
  const draft = [
    { tools: [{ write_file: { path: "main.py", content: sample } }, { done: { summary: "The sample." } }] },
  ];
  const rules = [
    { when: { any: "Rate every repository" }, text: "I cannot say." },
    { when: { any: "Write a (first )?complete solution" }, ...draft[0] },
  ];
  writeFileSync(file, JSON.stringify({ rules, turns: adapting, otherwise: "I give up." }));
  return file;
}

const adapting = (place: string): unknown[] => [
  {
    tools: [
      { repository_tree: { repository: "means" } },
      { repository_symbol: { repository: "maens", symbol: "GroupMeans" } },
    ],
  },
  { tools: [{ repository_symbol: { repository: "means", symbol: "GroupMeans" } }] },
  {
    tools: [
      { bash: { command: `cp ${place}/means/src/means.py . && python3 -c 'import sys; print(sys.prefix)'` } },
      { write_file: { path: "main.py", content: program } },
      { done: { summary: "Group means of the repository." } },
    ],
  },
];

function run(settings: readonly string[], model: string) {
  return ground.run(["--agent", "repository", "--model", `scripted/${model}`, "--time-limit", "600", ...settings]);
}

function eventsOf<Type extends SearchEvent["type"]>({ events }: RunFolder, type: Type): EventOf<Type>[] {
  const own = events.flatMap((event) => (event.type === "agent" ? [event.event as unknown as SearchEvent] : []));
  return own.filter((event): event is EventOf<Type> => event.type === type);
}

describe.skipIf(systemPython === null)("run --agent repository", () => {
  test("explores a repository, adapts it and gets a score; what names the competition is left out", async () => {
    const folder = repositories();
    const mounted = "/home/repositories";
    const { exitCode, stderr, group } = await run(["--set", `repositories=${folder}`], script(adapting(mounted)));
    expect(exitCode, stderr).toBe(0);
    const one = group.run();
    const [{ chosen, excluded }] = eventsOf(one, "repositories") as [EventOf<"repositories">];
    expect(chosen.map(({ name }) => name)).toEqual(["means"]);
    expect(chosen[0]!.digest).toContain("GroupMeans");
    expect(excluded).toEqual([{ name: "copycat", reason: expect.stringContaining("demo-plant-flowering") }]);
    expect(eventsOf(one, "experiment").map(({ operator }) => operator)).toEqual(["adapt-repository"]);
    const told = eventsOf(one, "used-tool").map(({ text }) => text);
    expect(told).toContainEqual(expect.stringContaining("There is no repository maens. Did you mean `means`?"));
    expect(told).toContainEqual(expect.stringContaining("Predicts the mean of the target within a group"));
    expect(told).toContainEqual(expect.stringContaining("/environments/means"));
    expect(one.read("code", "best_solution", "means.py")).toBe(meansModule);
    expect(one.events).toContainEqual(expect.objectContaining({ type: "graded", valid: true }));
  });

  test("works as in the example", async () => {
    const settings = ["--set", "repositories=examples/repositories"];
    const { exitCode, stderr, group } = await run(settings, "examples/repository.yaml");
    expect(exitCode, stderr).toBe(0);
    const one = group.run();
    const example = readFileSync("examples/repositories/group-means/group_means/model.py", "utf8");
    expect(one.read("code", "best_solution", "group_means", "model.py")).toBe(example);
    expect(eventsOf(one, "evaluated")).toMatchObject([{ evaluation: { basis: "rehearsal" } }]);
    expect(one.events).toContainEqual(expect.objectContaining({ type: "graded", valid: true }));
  });

  test("tries the next repository, then writes its own code", async () => {
    const folder = repositories({ "other/README.md": "Plants and flowers.\n", "other/a.py": "def a(): pass\n" });
    const { exitCode, stderr, group } = await run(["--set", `repositories=${folder}`], script([]));
    expect(exitCode, stderr).toBe(0);
    const experiments = eventsOf(group.run(), "experiment").map(({ operator }) => operator);
    expect(experiments).toEqual(["adapt-repository", "adapt-repository", "draft"]);
    expect(eventsOf(group.run(), "ended").map(({ state }) => state)).toEqual(["failed", "failed", "good"]);
  });

  test("installs what a repository requires from a folder of packages, and repairs what cannot be had", async () => {
    const packages = join(ground.fresh(), "packages");
    mkdirSync(packages);
    await writeWheel(join(packages, "tinymeans-1.0-py3-none-any.whl"));
    const requirements = "tinymeans==9.9\nno-such-package>=1\n--index-url https://example.com\n";
    const folder = repositories({ "means/requirements.txt": requirements });
    const check = {
      tools: [{ bash: { command: "python3 -c 'import tinymeans; print(\"version\", tinymeans.version)'" } }],
    };
    const settings = ["--set", `repositories=${folder}`, "--set", `packages=${packages}`];
    const { exitCode, stderr, group } = await run(settings, script([check, ...adapting("/home/repositories")]));
    expect(exitCode, stderr).toBe(0);
    const told = eventsOf(group.run(), "used-tool").map(({ text }) => text);
    expect(told).toContainEqual(expect.stringMatching(/^Installed tinymeans \(/));
    expect(told.find((text) => text.startsWith("Installed"))).toContain("left out no-such-package");
    expect(told).toContainEqual(expect.stringContaining("version 1.0"));
  });

  test("takes the task file of RepoMaster, with its prompt and inputs", async () => {
    const folder = repositories();
    const input = join(ground.fresh(), "notes.txt");
    writeFileSync(input, "Violets like shade.\n");
    const file = join(ground.fresh(), "task.yaml");
    const task = {
      repo: { type: "local", path: join(folder, "means") },
      task_description: "Predict which plants flower.",
      task_prompt: "Adapt {repo_path} with {input_data}: {task_description} {unknown}",
      input_data: [{ path: input, description: "what the gardener says" }],
      parameters: { max_turns: 7, use_venv: false, output_format: "csv", retry: 0 },
    };
    writeFileSync(file, JSON.stringify(task));
    const read = { tools: [{ bash: { command: "cat /home/input/1/notes.txt" } }] };
    const { exitCode, stderr, group } = await run(
      ["--settings", file],
      script([read, ...adapting("/home/repositories")]),
    );
    expect(exitCode, stderr).toBe(0);
    const one = group.run();
    expect(eventsOf(one, "used-tool")).toContainEqual(
      expect.objectContaining({ text: expect.stringContaining("Violets like shade.") }),
    );
    expect(one.read("bodies.jsonl")).toContain(
      "Adapt /home/repositories/means with /home/input/1/notes.txt: Predict which plants flower. {unknown}",
    );
    expect(one.read("bodies.jsonl")).toContain("what the gardener says");
  });
});

describe("what cannot work is refused before anything starts", () => {
  test.each([
    ["nothing to adapt", {}, /needs something to adapt/],
    ["a folder that is not there", { repositories: "/none/such" }, /There is no \/none\/such/],
    ["an unknown parameter", { repositories: "/tmp", parameters: { max_turn: 3 } }, /max_turn/],
    ["an unknown setting", { repositorys: "/tmp" }, /Did you mean `repositories`/],
    ["an address that is none", { repo: { type: "github", url: "file:///etc" } }, /https address/],
    ["another format", { repositories: "/tmp", parameters: { output_format: "json" } }, /output_format/],
  ])("%s", async (_, settings, message) => {
    const file = join(ground.fresh(), "task.json");
    writeFileSync(file, JSON.stringify(settings));
    const { exitCode, stderr } = await run(["--settings", file], script([]));
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(message);
  });
});

/** A package for pip with one module. */
async function writeWheel(path: string): Promise<void> {
  const info = "tinymeans-1.0.dist-info";
  const files = {
    "tinymeans.py": "version = '1.0'\n",
    [`${info}/METADATA`]: "Metadata-Version: 2.1\nName: tinymeans\nVersion: 1.0\n",
    [`${info}/WHEEL`]: "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    [`${info}/RECORD`]: `tinymeans.py,,\n${info}/METADATA,,\n${info}/WHEEL,,\n${info}/RECORD,,\n`,
  };
  await writeZip(
    path,
    Object.entries(files).map(([name, text]) => ({ name, content: Buffer.from(text) })),
  );
}

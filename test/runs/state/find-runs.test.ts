import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { defaultRunDirectory, findRuns, listGroups } from "../../../src/runs/state/find-runs.ts";
import { makeRunGroup } from "../../support/make-run-group.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();
const directory = place("runs");
const find = (name: string) => {
  const found = findRuns(name, directory);
  return found.kind === "group" ? found.group.slice(directory.length + 1) : found.folder.slice(directory.length + 1);
};

beforeAll(async () => {
  for (const name of ["2026-01-01_first", "2026-01-02_second"]) {
    const competitions = name.endsWith("first") ? ["leaf", "titanic"] : ["titanic"];
    await makeRunGroup(place("runs", name), {
      competitions,
      seeds: [0, 10],
      host: "none",
      run: () => ({ until: "planned" }),
    });
  }
  mkdirSync(place("runs", "no-group"));
});

describe("findRuns", () => {
  test("accepts paths, names, and unambiguous beginnings", () => {
    expect(find(place("runs", "2026-01-01_first"))).toBe("2026-01-01_first");
    expect(find("2026-01-02_second")).toBe("2026-01-02_second");
    expect(find("2026-01-02")).toBe("2026-01-02_second");
    expect(find("leaf_seed-0")).toBe("2026-01-01_first/leaf_seed-0");
    expect(find("leaf_seed-1")).toBe("2026-01-01_first/leaf_seed-10");
    expect(find("2026-01-02/titanic_seed-0")).toBe("2026-01-02_second/titanic_seed-0");
    expect(find(`${place("runs", "2026-01-01_first", "titanic_seed-10")}/`)).toBe("2026-01-01_first/titanic_seed-10");
  });

  test("lists what a name could mean, or the nearest names", () => {
    expect(() => find("2026")).toThrow("`2026` is ambiguous. Use one of `2026-01-01_first`, `2026-01-02_second`.");
    expect(() => find("leaf")).toThrow("Use one of `2026-01-01_first/leaf_seed-0`, `2026-01-01_first/leaf_seed-10`");
    expect(() => find("titanic_seed-0")).toThrow("is ambiguous");
    expect(() => find("titanik_seed-0")).toThrow("Did you mean `titanic_seed-0`");
    expect(() => find("2026-01-01_first/lief_seed-0")).toThrow("Did you mean `leaf_seed-0`");
    expect(() => find("no-group")).toThrow("There is no run group or run `no-group`");
    expect(() => findRuns("x", place("nowhere"))).toThrow("There is no run group");
  });

  test("accepts `latest`, and the label of an agent for its newest group", async () => {
    const make = (name: string, label: string, day: number) =>
      makeRunGroup(place("labelled", name), {
        competitions: ["leaf"],
        seeds: [0],
        host: "none",
        createdAt: `2026-01-0${day}T12:00:00.000Z`,
        agent: { name: "command", label, settings: {} },
        run: () => ({ until: "planned" }),
      });
    // The newest one does not come last by name.
    await make("c", "mine v1", 1);
    await make("b", "mine v1", 2);
    await make("a", "other", 3);
    mkdirSync(place("labelled", "broken"));
    writeFileSync(place("labelled", "broken", "group.json"), "{");
    const found = (name: string) => findRuns(name, place("labelled"));
    expect(found("latest")).toEqual({ kind: "group", group: place("labelled", "a") });
    expect(found("mine v1")).toEqual({ kind: "group", group: place("labelled", "b") });
    expect(found("mine v1/leaf_seed-0")).toMatchObject({ kind: "run", folder: place("labelled", "b", "leaf_seed-0") });
    expect(found("latest/leaf")).toMatchObject({ kind: "run", folder: place("labelled", "a", "leaf_seed-0") });
    expect(() => found("mine v2")).toThrow("Did you mean `mine v1`?");
    expect(() => findRuns("latest", place("nowhere"))).toThrow("There is no run group");
  });

  test("a run that was copied out of its group is found by its path", async () => {
    await makeRunGroup(place("whole"), { competitions: ["leaf"], seeds: [0] });
    cpSync(place("whole", "leaf_seed-0"), place("alone"), { recursive: true, verbatimSymlinks: true });
    expect(findRuns(place("alone"), directory)).toEqual({
      kind: "run",
      group: null,
      run: "alone",
      folder: place("alone"),
    });
  });
});

test("the run directory is MLEBENCH_RUN_DIR, or `runs` here", () => {
  expect(defaultRunDirectory({ MLEBENCH_RUN_DIR: "/elsewhere" })).toBe("/elsewhere");
  expect(defaultRunDirectory({})).toBe("runs");
  expect(listGroups(directory)).toEqual(["2026-01-01_first", "2026-01-02_second"]);
});

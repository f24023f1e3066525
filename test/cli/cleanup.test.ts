import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { goldenArchive } from "../support/golden-preparations.ts";
import { offline } from "../support/offline.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const ids = ["petfinder-pawpularity-score", "spaceship-titanic"] as const;
const data = ["--data-dir", place("data")];
const cleanup = (...parameters: string[]) => runCli(["cleanup", ...data, ...parameters], { environment: offline });
const names = (id: string) => readdirSync(place("data", id)).filter((name) => !name.startsWith("."));

beforeAll(async () => {
  for (const id of [...ids, "leaf-classification"]) {
    mkdirSync(place("data", id), { recursive: true });
    copyFileSync(goldenArchive(id), place("data", id, `${id}.zip`));
  }
  const options = ["--skip-verification", "--keep-raw"];
  const { exitCode } = await runCli(["prepare", "-c", ...ids, ...data, ...options], { environment: offline });
  expect(exitCode).toBe(0);
});

describe("cleanup", () => {
  test("needs to be told what", async () => {
    expect((await cleanup()).exitCode).toBe(2);
  });

  test("says with --dry-run what it would remove, and removes nothing", async () => {
    const { exitCode, stdout, stderr } = await cleanup("-c", "spaceship-titanic", "--dry-run");
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^Would free [\d.]+ kB\.\n$/);
    expect(stderr).toContain(`would remove ${place("data", "spaceship-titanic", "raw")}`);
    expect(names("spaceship-titanic")).toEqual(["prepared", "raw", "spaceship-titanic.zip"]);
  });

  test("counts what is freed, not what prepared/ still holds by another name", async () => {
    const { stdout } = await cleanup("-c", ids[0], "--raw", "--json");
    const { competitions, freed_bytes } = JSON.parse(stdout);
    expect(competitions[0].removed).toEqual([place("data", ids[0], "raw")]);
    expect(freed_bytes).toBeGreaterThan(0);
    // Images are linked; only the tables of raw/ were its own.
    expect(freed_bytes).toBeLessThan(200_000);
    expect(names(ids[0])).toEqual([`${ids[0]}.zip`, "prepared"].sort());
  });

  test("removes archives too, keeps what is prepared, and can be repeated", async () => {
    expect((await cleanup("-c", ...ids)).exitCode).toBe(0);
    for (const id of ids) expect(names(id)).toEqual(["prepared"]);
    const again = await cleanup("-c", ...ids);
    expect(again.stdout).toBe("Freed 0 B.\n");
    const still = await runCli(["prepare", "-c", ...ids, ...data, "--json"], { environment: offline });
    expect(JSON.parse(still.stdout).map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      "already-prepared",
      "already-prepared",
    ]);
  });

  test("keeps what is not prepared yet, unless forced", async () => {
    const kept = await cleanup("-c", "leaf-classification");
    expect(kept.exitCode).toBe(3);
    expect(kept.stderr).toContain("kept: it is not prepared");
    expect(existsSync(place("data", "leaf-classification", "leaf-classification.zip"))).toBe(true);
    writeFileSync(place("data", "leaf-classification", "leaf-classification.zip.partial"), "part");
    expect((await cleanup("-c", "leaf-classification", "--force")).exitCode).toBe(0);
    expect(existsSync(place("data", "leaf-classification"))).toBe(false);
  });
});

import { existsSync, mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { collectInside } from "../../src/sandboxes/shared/inside-files.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();

function rootWith(name: string, files: Record<string, number>): string {
  const root = place(name);
  mkdirSync(root);
  for (const [file, bytes] of Object.entries(files)) {
    writeFileSync(join(root, file), "");
    truncateSync(join(root, file), bytes);
  }
  return root;
}

test("a file that grows while it is copied is copied up to the size it had at first", async () => {
  const megabytes = 2 ** 20;
  const root = rootWith("growing", { sparse: 64 * megabytes });
  let bytes = 64 * megabytes;
  const growing = setInterval(() => {
    if (!existsSync(place("grown"))) return;
    bytes = Math.min(bytes + 64 * megabytes, 1024 * megabytes);
    truncateSync(join(root, "sparse"), bytes);
  }, 1);
  try {
    const collected = await collectInside(root, "sparse", place("grown"));
    expect(collected).toEqual({ files: 1, bytes: 64 * megabytes, skipped: [] });
    expect(bytes).toBeGreaterThan(64 * megabytes);
  } finally {
    clearInterval(growing);
  }
});

test("files that do not fit are skipped, empty ones always fit", async () => {
  const root = rootWith("large", { small: 5, large: 2 ** 28, empty: 0 });
  const collected = await collectInside(root, "", place("fitting"), { maxBytes: 5 });
  expect(collected).toEqual({ files: 2, bytes: 5, skipped: ["large"] });
  expect(readFileSync(place("fitting", "empty"), "utf8")).toBe("");
});

test("a copy ends when it is aborted", async () => {
  const root = rootWith("aborted", { sparse: 2 ** 32 });
  const stop = new AbortController();
  const copying = collectInside(root, "sparse", place("part"), { signal: stop.signal });
  await expect.poll(() => existsSync(place("part"))).toBe(true);
  stop.abort();
  await expect(copying).rejects.toThrow("aborted");
});

test("files and folders whose names are not UTF-8 are copied with their names", async () => {
  const root = place("bytes");
  const folder = Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0x64, 0xff])]);
  mkdirSync(folder, { recursive: true });
  const file = Buffer.concat([folder, Buffer.from([0x2f, 0xfe])]);
  writeFileSync(file, "inside");
  symlinkSync("nowhere", Buffer.concat([folder, Buffer.from([0x2f, 0xfd])]));
  const target = place("bytes-copied");
  expect(await collectInside(root, "", target)).toEqual({ files: 1, bytes: 6, skipped: ["d\ufffd/\ufffd"] });
  const copied = Buffer.concat([Buffer.from(target), file.subarray(Buffer.byteLength(root))]);
  expect(readFileSync(copied, "utf8")).toBe("inside");
});

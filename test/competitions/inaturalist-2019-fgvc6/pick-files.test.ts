import { expect, test } from "vitest";
import { pickFiles } from "../../../src/competitions/inaturalist-2019-fgvc6/pick-files.ts";
import type { ArchiveSource } from "../../../src/lib/archive/archive-source.ts";
import { writeTar } from "../../../src/lib/archive/write-tar.ts";
import { prepareContext } from "../../support/prepare-context.ts";

async function packed(): Promise<{ archive: string }> {
  const archive = prepareContext({}).scratch("files.tar.gz");
  const sources = ["a/1.jpg", "a/2.jpg"].map((name) => ({ name, content: Buffer.from(`content of ${name}`) }));
  await writeTar(archive, sources, { gzip: true });
  return { archive };
}

test("files are picked out of an archive under new names, one under several too", async () => {
  const wanted = new Map([
    ["x.jpg", "a/2.jpg"],
    ["y.jpg", "a/2.jpg"],
  ]);
  const picked: ArchiveSource[] = [];
  for await (const source of pickFiles(await packed(), wanted)) picked.push(source);
  expect(picked.map(({ name, content }) => [name, String(content)])).toEqual([
    ["x.jpg", "content of a/2.jpg"],
    ["y.jpg", "content of a/2.jpg"],
  ]);
});

test("files of a folder are named by their paths", async () => {
  const picking = pickFiles({ folder: "/raw" }, new Map([["x.jpg", "a/2.jpg"]]));
  expect((await picking.next()).value).toEqual({ name: "x.jpg", content: { file: "/raw/a/2.jpg" } });
});

test("a file that is not in the archive is named", async () => {
  const picking = pickFiles(await packed(), new Map([["x.jpg", "c/9.jpg"]]));
  await expect(picking.next()).rejects.toThrow("no file c/9.jpg (1 missing in total)");
});

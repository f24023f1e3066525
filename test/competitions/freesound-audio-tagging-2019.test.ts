import { mkdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import freesound from "../../src/competitions/freesound-audio-tagging-2019.ts";
import { createContext } from "../../src/prepare/context.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();

test("says where to get the published labels and where to put them", async () => {
  mkdirSync(place("raw"));
  writeFileSync(place("raw", "sample_submission.csv"), "fname,Bark\n");
  const signal = new AbortController().signal;
  const context = createContext({ raw: place("raw"), output: place("prepared"), scratch: place("scratch"), signal });
  await expect(freesound.prepare!(context)).rejects.toMatchObject({
    code: "missing-data",
    message: expect.stringMatching(/https:\/\/zenodo\.org\/.*FSDKaggle2019\.meta\.zip and put it into .*raw\./),
  });
});

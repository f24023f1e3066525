import { expect, test } from "vitest";
import { matNames } from "../../../src/lib/formats/mat-names.ts";
import { encodeMat } from "../../results/audit/leaks/encode-mat.ts";

test("lists variables and the fields of nested structs, and tells empty ones", () => {
  const bytes = encodeMat({
    Video: [
      {
        NumFrames: [1200],
        FrameRate: [20],
        Labels: [
          { Name: "vattene", Begin: [1] },
          { Name: "ok", Begin: [40] },
        ],
        Notes: [],
      },
    ],
    alone: [3],
  });
  expect(matNames(bytes).toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
    { path: "Video", isEmpty: false },
    { path: "Video.FrameRate", isEmpty: false },
    { path: "Video.Labels", isEmpty: false },
    { path: "Video.Labels.Begin", isEmpty: false },
    { path: "Video.Labels.Name", isEmpty: false },
    { path: "Video.Notes", isEmpty: true },
    { path: "Video.NumFrames", isEmpty: false },
    { path: "alone", isEmpty: false },
  ]);
});

test("refuses other files and damaged ones", () => {
  expect(() => matNames(Buffer.from("GIF89a"))).toThrow("not a MATLAB file");
  const bytes = encodeMat({ a: [1, 2, 3] });
  expect(() => matNames(bytes.subarray(0, bytes.length - 3))).toThrow("truncated");
});

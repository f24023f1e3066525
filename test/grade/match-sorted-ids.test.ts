import { describe, expect, test } from "vitest";
import { parseCsv } from "../../src/frame/read-csv.ts";
import { sortBy } from "../../src/grade/align.ts";
import { matchSortedIds } from "../../src/grade/match-sorted-ids.ts";

const ids = (...cells: string[]) =>
  sortBy(parseCsv(Buffer.from(`id,x\n${cells.map((c) => `${c},0\n`).join("")}`)), "id").column("id");
const match = (submission: string[], answers: string[]) => {
  const { known, ...rest } = matchSortedIds(ids(...submission), ids(...answers));
  return { known: [...known], ...rest };
};

describe("matchSortedIds", () => {
  test("finds equal sets whatever the order and however often an id repeats", () => {
    expect(match(["b", "a", "b"], ["a", "b"])).toEqual({ known: [0, 1, 2], firstUnknown: -1, missing: 0 });
  });

  test("counts different missing ids and points at the first unknown one", () => {
    expect(match(["a", "x"], ["a", "b", "b", "c"])).toEqual({ known: [0], firstUnknown: 1, missing: 2 });
    expect(match(["0", "b"], ["b", "c"])).toEqual({ known: [1], firstUnknown: 0, missing: 1 });
  });

  test("takes 1 and 1.0 for one id but never text for a number", () => {
    expect(match(["1.0", "2.0"], ["1", "2"])).toEqual({ known: [0, 1], firstUnknown: -1, missing: 0 });
    expect(match(["1", "x"], ["1", "2"])).toEqual({ known: [], firstUnknown: 0, missing: 2 });
  });

  test("lets a gap match nothing", () => {
    expect(match(["", "1", "2"], ["1", "2"])).toEqual({ known: [0, 1], firstUnknown: 2, missing: 0 });
  });

  test("keeps integers beyond 2^53 apart", () => {
    expect(match(["9007199254740993"], ["9007199254740992"])).toEqual({ known: [], firstUnknown: 0, missing: 1 });
  });

  test("orders text by code point", () => {
    expect(match(["\u{1f600}", "\ufffd"], ["\ufffd", "\u{1f600}"])).toEqual({
      known: [0, 1],
      firstUnknown: -1,
      missing: 0,
    });
  });

  test("reports an empty submission as lacking every id", () => {
    expect(match([], ["a", "b"])).toEqual({ known: [], firstUnknown: -1, missing: 2 });
  });
});

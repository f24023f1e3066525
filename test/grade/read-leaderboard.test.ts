import { expect, test } from "vitest";
import { parseLeaderboard, readLeaderboard } from "../../src/grade/read-leaderboard.ts";
import { MissingData } from "../../src/lib/errors.ts";

const parse = (text: string) => [...parseLeaderboard(text, "board.csv")];

test("reads the score column wherever it stands", () => {
  expect(parse("team,score,date\nfirst,0.5,today\nsecond,0.25,today\n")).toEqual([0.5, 0.25]);
});

test("copes with quoted names that hold commas, quotes and line ends", () => {
  expect(parse('team,score\r\n"a, ""b""\nc",1.5\r\n"",2.5\r\n"d""",3.5')).toEqual([1.5, 2.5, 3.5]);
});

test("skips a byte order mark and blank lines, and reads gaps as NaN", () => {
  expect(parse("\ufeffscore,team\n\n1.5,a\n  \n,b\nnan,c\n")).toEqual([1.5, Number.NaN, Number.NaN]);
});

test("takes a missing last field for a gap", () => {
  expect(parse("team,score\na,1.5\nb\nc,")).toEqual([1.5, Number.NaN, Number.NaN]);
});

test("reads fractions with pandas' default parser and whole columns of integers exactly", () => {
  expect(parse("score\n110.66086393542855\n")).toEqual([110.66086393542857]);
  expect(parse("score\n9007199254740993\n123456789012345678\n")).toEqual([9007199254740992, 123456789012345680]);
});

test("says which columns there are when none is the score", () => {
  expect(() => parse("team,points\na,1\n")).toThrow(
    "The leaderboard `board.csv` has no `score` column; its columns are: team, points.",
  );
  expect(() => parse("")).toThrow("its columns are: none");
});

test("says which row holds no number or too many fields", () => {
  expect(() => parse("score\n1\nhigh\n")).toThrow("the score `high` in data row 2");
  expect(() => parse("score\n1,2\n")).toThrow("2 fields in data row 1, 1 in its header");
});

test("recognises a Git LFS pointer", () => {
  expect(() => parse("version https://git-lfs.github.com/spec/v1\noid sha256:0\n")).toThrow("git lfs pull");
});

test("says that a file is absent", () => {
  expect(() => readLeaderboard("no-such-leaderboard.csv")).toThrow(MissingData);
});

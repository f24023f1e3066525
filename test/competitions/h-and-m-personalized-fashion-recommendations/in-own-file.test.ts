import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inOwnFile } from "../../../src/competitions/h-and-m-personalized-fashion-recommendations/in-own-file.ts";
import { asText } from "../../../src/frame/as-text.ts";
import { TableView } from "../../../src/frame/table-view.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();

test("a few rows keep the types that the whole file gave their columns", () => {
  writeFileSync(place("whole.csv"), "text,float,int\n007,1,05\nx,,6\n");
  const first = TableView.open(place("whole.csv")).take(Uint32Array.of(0));
  const own = inOwnFile(first, place("own.csv"));
  expect(own.names.map((name) => asText(own.column(name)))).toEqual([["007"], ["1.0"], ["5"]]);
});

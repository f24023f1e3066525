import { expect, test } from "vitest";
import competition from "../../../src/competitions/h-and-m-personalized-fashion-recommendations/competition.ts";
import { parseCsv } from "../../../src/frame/read-csv.ts";

test("articles lose their leading zero where pandas reads a part of a large file as numbers, as in the reference", () => {
  const answers = parseCsv(
    Buffer.from("customer_id,prediction\nanna,0706016001 0108775015\nberta,0706016001 0108775016\n"),
  );
  // pandas types two columns 262,144 rows at a time: all but the last row are numbers to it.
  const others = Array.from({ length: 2 ** 18 - 1 }, (_, row) => `other${row},0706016001`);
  const rows = ["anna,0706016001", ...others, "berta,0706016001 0108775016"];
  const submission = parseCsv(Buffer.from(`customer_id,prediction\n${rows.join("\n")}\n`));
  // anna's 706016001 is none of her articles; berta's two are right.
  expect(competition.grade(submission, answers)).toBe(0.5);
});

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { TableView } from "../../src/frame/table-view.ts";
import { constantProbability, oneHot } from "../../src/prepare/one-hot.ts";
import { prepareContext } from "../support/prepare-context.ts";

const options = { id: "id", target: "kind", classes: ["cat", "dog"] };

function printed(csv: string, change: (table: TableView) => TableView): string {
  const context = prepareContext({ "table.csv": csv });
  context.write("private/test.csv", change(context.open("table.csv")));
  return readFileSync(context.target("private/test.csv"), "utf8");
}

test("every row has a 1 in its own class and a 0 in the others", () => {
  const csv = printed("id,kind,more\n07,dog,x\n8,cat,y\n", (table) => oneHot(table, options));
  expect(csv).toBe("id,cat,dog\n7,0,1\n8,1,0\n");
});

test("classes that are not listed, and gaps, get columns of their own after the others", () => {
  const csv = printed("id,kind\na,dog\nb,owl\nc,\nd,owl\n", (table) => oneHot(table, options));
  expect(csv).toBe("id,cat,dog,owl,\na,0,1,,\nb,0,0,1.0,\nc,0,0,,1.0\nd,0,0,1.0,\n");
});

test("a sample submission gives every listed class the same probability", () => {
  const csv = printed("id,kind\na,dog\nb,cat\n", (table) =>
    constantProbability(oneHot(table, options), options.classes),
  );
  expect(csv).toBe("id,cat,dog\na,0.5,0.5\nb,0.5,0.5\n");
});

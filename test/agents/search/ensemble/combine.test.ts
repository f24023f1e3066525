import { describe, expect, test } from "vitest";
import { type AlignedPredictions, alignMembers } from "../../../../src/agents/search/ensemble/align-members.ts";
import { combine, describeRecipe, type Method, methodsFor } from "../../../../src/agents/search/ensemble/combine.ts";
import { readPredictions, writePredictions } from "../../../../src/agents/search/ensemble/prediction-table.ts";

function aligned(...files: readonly string[]): AlignedPredictions | string {
  const tables = files.map((text) => readPredictions(Buffer.from(text)));
  const problem = tables.find((table) => typeof table === "string");
  return problem ?? alignMembers(tables as never);
}

function combined(method: Method, weights: readonly number[], ...files: readonly string[]): string {
  const found = aligned(...files);
  if (typeof found === "string") throw new Error(found);
  return writePredictions(combine(found, { method, weights }));
}

describe("predictions of several files", () => {
  test("are aligned by their ids, which stay as they are written", () => {
    const first = 'id,p\n007,0.5\n"a,b",1\n1e3,0\n';
    const other = 'id,p\n1e3,1\n007,0.25\n"a,b",0\n';
    expect(combined("mean", [1, 1], first, other)).toBe('id,p\n007,0.375\n"a,b",0.5\n1e3,0.5\n');
  });

  test("are averaged with weights, column by column", () => {
    const first = "id,a,b\r\n1,0,1\r\n2,0.5,0.5\r\n";
    expect(combined("mean", [3, 1], first, "id,a,b\n1,1,0\n2,0.5,0.5\n")).toBe("id,a,b\n1,0.25,0.75\n2,0.5,0.5\n");
  });

  test("take the order of the mean ranks, and the values of the first file", () => {
    const first = "id,p\n1,0.1\n2,0.2\n3,0.9\n";
    expect(combined("rank mean", [1, 2], first, "id,p\n1,30\n2,20\n3,10\n")).toBe("id,p\n1,0.9\n2,0.2\n3,0.1\n");
  });

  test("are voted on where they are classes; a tie goes to the first file", () => {
    const [one, two, three] = [
      "id,c\n1,cat\n2,dog\n3,cat\n4,dog\n",
      "id,c\n1,dog\n2,dog\n3,cat\n4,cat\n",
      "id,c\n1,dog\n2,cat\n3,cat\n4,cat\n",
    ];
    expect(combined("vote", [1, 1, 1], one, two, three)).toBe("id,c\n1,dog\n2,dog\n3,cat\n4,cat\n");
    expect(combined("vote", [1, 1, 0], one, two, three)).toBe("id,c\n1,cat\n2,dog\n3,cat\n4,dog\n");
    expect(combined("vote", [1, 1], "id,n\n1,1\n2,0\n", "id,n\n1,1.0\n2,1\n")).toBe("id,n\n1,1\n2,0\n");
  });

  test("may be identified by two columns", () => {
    const first = "patient,week,v\nx,1,10\nx,2,20\ny,1,30\n";
    expect(combined("mean", [1, 1], first, "patient,week,v\ny,1,31\nx,2,22\nx,1,10\n")).toBe(
      "patient,week,v\nx,1,10\nx,2,21\ny,1,30.5\n",
    );
  });

  test.each([
    ["other columns", ["id,p\n1,2\n", "id,q\n1,2\n"], /different columns/],
    ["other rows", ["id,p\n1,2\n2,3\n", "id,p\n1,2\n3,3\n"], /different rows/],
    ["more rows", ["id,p\n1,2\n", "id,p\n1,2\n3,3\n"], /different rows/],
    ["rows that repeat", ["id,p\n1,2\n1,2\n", "id,p\n1,2\n1,2\n"], /repeat/],
    ["nothing but ids", ["id\n1\n2\n", "id\n1\n2\n"], /no column to predict/],
    [
      "lists",
      ["id,l\n1,a b\n2,c d\n3,e\n4,f\n5,g\n6,h\n", "id,l\n1,a\n2,x\n3,e\n4,f\n5,g\n6,h\n"],
      /column l holds neither/,
    ],
    ["uneven rows", ["id,p\n1,2,3\n", "id,p\n1,2\n"], /1 rows do not have the 2 cells/],
    ["no rows", ["id,p\n", "id,p\n1,2\n"], /no rows/],
    ["no text at all", ["", "id,p\n1,2\n"], /no rows/],
  ])("are declined when they have %s", (_, files, reason) => {
    expect(aligned(...files)).toMatch(reason);
  });

  test("have methods that make sense for them", () => {
    expect(methodsFor(aligned("id,p\n1,0.5\n2,1\n", "id,p\n1,1\n2,1\n") as AlignedPredictions)).toEqual([
      "mean",
      "rank mean",
    ]);
    expect(methodsFor(aligned("id,p\n1,0\n2,1\n", "id,p\n1,1\n2,1\n") as AlignedPredictions)).toContain("vote");
    expect(methodsFor(aligned("id,p\n1,a\n2,b\n", "id,p\n1,a\n2,a\n") as AlignedPredictions)).toEqual(["vote"]);
    expect(combined("rounded mean", [1, 1, 1], "id,n\n1,0\n", "id,n\n1,2\n", "id,n\n1,2\n")).toBe("id,n\n1,1\n");
  });
});

test("a recipe names the members that it uses", () => {
  expect(describeRecipe({ method: "mean", weights: [2, 0, 1] }, ["e1", "e2", "e3"])).toBe("mean of e1 (2) and e3 (1)");
});

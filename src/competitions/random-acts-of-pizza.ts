import { readFileSync } from "node:fs";
import { join } from "node:path";
import { jsonColumn } from "../frame/json/json-column.ts";
import { TableView } from "../frame/table-view.ts";
import { aucByColumn } from "../grade/auc-by-column.ts";
import { writeZip } from "../lib/archive/write-zip.ts";
import { intOf, memberOf, recordOf } from "../lib/json/json-record.ts";
import type { JsonObject, JsonValue } from "../lib/json/json-value.ts";
import { parseJson } from "../lib/json/parse-json.ts";
import { writeJson } from "../lib/json/write-json.ts";
import { splitList } from "../prepare/split.ts";
import { defineCompetition } from "./define-competition.ts";

export default defineCompetition({
  id: "random-acts-of-pizza",
  metric: "Area under the ROC curve",
  submissionFormat:
    "Columns request_id and requester_received_pizza: one row per test request, with the probability from 0 to 1 that a pizza was received.",
  knownProblems: ["The field giver_username_if_known reveals the outcome, which explains leaderboard scores of 1.0."],
  grade: aucByColumn({ id: "request_id", target: "requester_received_pizza" }),

  async prepare({ raw, target, write }) {
    const read = (name: string) => parseJson(readFileSync(join(raw, name))) as JsonValue[];
    const requests = read("train.json");
    const originalTest = read("test.json");
    const testSize = originalTest.length / (requests.length + originalTest.length);
    const { train, test } = splitList(requests, { testSize });
    const testFields = Array.from(recordOf(originalTest[0]!).keys());
    const withoutLabels = test.map(
      (request): JsonObject => new Map(testFields.map((name) => [name, memberOf(request, name)])),
    );
    for (const [name, content] of [
      ["train", train],
      ["test", withoutLabels],
    ] as const) {
      const file = target(`public/${name}.json`);
      await writeJson(file, content, { indent: 4 });
      await writeZip(target(`public/${name}.zip`), [{ name: `${name}.json`, content: { file } }]);
    }
    const column = "requester_received_pizza";
    const answers = TableView.of([
      jsonColumn(
        "request_id",
        test.map((request) => memberOf(request, "request_id")),
      ),
      jsonColumn(
        column,
        test.map((request) => intOf(request, column)),
      ),
    ]);
    write("private/test.csv", answers);
    write("public/sampleSubmission.csv", answers.with(column, 0));
  },
});

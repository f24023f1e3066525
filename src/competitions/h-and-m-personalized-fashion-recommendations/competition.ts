import { textAt } from "../../frame/as-text.ts";
import { TextColumn } from "../../frame/column.ts";
import { isMissing } from "../../frame/reading/missing-values.ts";
import { TableView } from "../../frame/table-view.ts";
import { sortBy } from "../../grade/align.ts";
import { requireExactColumns } from "../../grade/exact-columns.ts";
import { matchSortedIds } from "../../grade/match-sorted-ids.ts";
import { meanPrecisionOfLists } from "../../grade/mean-precision-of-lists.ts";
import { BenchError, InvalidSubmission } from "../../lib/errors.ts";
import { groupRows } from "../../prepare/groups.ts";
import { visitColumn } from "../../prepare/visit-column.ts";
import { defineCompetition } from "../define-competition.ts";
import { inOwnFile } from "./in-own-file.ts";

const id = "customer_id";

export default defineCompetition({
  id: "h-and-m-personalized-fashion-recommendations",
  metric: "Mean average precision at 12",
  submissionFormat:
    "Columns customer_id and prediction and no others: one row per customer, with up to 12 article ids separated by single blanks, best first, written without leading zeros.",
  knownProblems: [
    "The answers have lost the leading zero of article ids: predictions written as on Kaggle (0706016001) never match.",
    "A repeated customer shifts all later rows, which are then compared with the answers of other customers.",
  ],
  grade(submission, answers) {
    requireExactColumns(submission, id, "prediction");
    const sorted = sortBy(submission, id);
    const expected = sortBy(answers, id);
    const { known, missing } = matchSortedIds(sorted.column(id), expected.column(id));
    if (missing > 0) {
      throw new InvalidSubmission(
        `Column "${id}" lacks ${missing} of the expected customers. Use every customer of the sample submission.`,
      );
    }
    // Upstream: customers without answers are dropped, then rows are paired in order.
    return meanPrecisionOfLists({ submission: sorted.take(known), answers: expected }, { target: "prediction", k: 12 });
  },

  async prepare({ open, scratch, write, place, placeTree }) {
    const transactions = open("transactions_train.csv");
    const days = readDays(transactions);
    // Upstream: the last seven days and the day before them.
    const firstTestDay =
      days.reduce((last, day) => (Number.isNaN(day) ? last : Math.max(last, day)), Number.NEGATIVE_INFINITY) - 7;
    const isTest = (row: number) => days[row]! >= firstTestDay;
    write(
      "public/transactions_train.csv",
      transactions.filter((row) => !isTest(row)),
    );
    const test = inOwnFile(transactions.filter(isTest).select(id, "article_id"), scratch("test.csv"));
    write("private/answers.csv", purchasesByCustomer(test));
    for (const name of ["sample_submission.csv", "articles.csv", "customers.csv"]) place(name, `public/${name}`);
    placeTree("images", "public/images");
  },
});

/** The articles that every customer bought, in order of purchase. Customers are sorted. */
function purchasesByCustomer(purchases: TableView): TableView {
  const [customers, articles] = [purchases.column(id), purchases.column("article_id")];
  const groups = groupRows(customers);
  return TableView.of([
    customers.take(Uint32Array.from(groups, ({ rows }) => rows[0]!)),
    TextColumn.from(
      "prediction",
      groups.map(({ rows }) => rows.map((row) => textAt(articles, row)).join(" ")),
    ),
  ]);
}

/** The days of the purchases as numbers, NaN for gaps: the file has too many rows to keep the dates as text. */
function readDays(transactions: TableView): Float64Array {
  const days = new Float64Array(transactions.length);
  let row = 0;
  visitColumn(transactions.file!.path, "t_dat", (bytes, start, end) => {
    days[row++] = isMissing(bytes, start, end) ? Number.NaN : readDay(bytes.toString("utf8", start, end));
  });
  return days;
}

function readDay(date: string): number {
  const time = date.length === 10 && date[4] === "-" && date[7] === "-" ? Date.parse(date) : Number.NaN;
  if (Number.isNaN(time))
    throw new BenchError("malformed-date", `t_dat: found "${date}", expected a date such as 2020-09-22.`);
  return time / 86_400_000;
}

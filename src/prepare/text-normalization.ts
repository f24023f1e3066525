import type { Prepare } from "../contracts/preparation.ts";
import { textAt } from "../frame/as-text.ts";
import { NumberColumn, TextColumn } from "../frame/column.ts";
import { labelAt } from "../frame/labels.ts";
import type { TableView } from "../frame/table-view.ts";
import type { Label } from "../lib/numeric/label.ts";
import { splitByColumn } from "./split-by-column.ts";
import { zipTable } from "./zip-table.ts";

export interface TextNormalizationOptions {
  /** The prefix of all file names. */
  readonly language: "en" | "ru";
  /** Upstream: the new sentence numbers are written into the old column, so a column of floats (with gaps) stays one. */
  readonly keepsKind: boolean;
}

/** Splits the tokens by sentence and renumbers the sentences of each part. Public files are zipped. */
export function textNormalization({ language, keepsKind }: TextNormalizationOptions): Prepare {
  return async (context) => {
    const { open, write, extract } = context;
    const printing = { quoting: "nonnumeric" } as const;
    const source = await extract(`${language}_train.csv.zip`, `${language}_train.csv`);
    const parts = splitByColumn(open(source), "sentence_id", { testSize: 0.1 });
    const test = renumber(parts.test, keepsKind);
    const tokens = test.with("id", tokenIds(test));
    const answers = tokens.select("id", "after");
    const sample = tokens.select("id", "before").renamed({ before: "after" });
    await zipTable(context, `public/${language}_train.csv.zip` as const, renumber(parts.train, keepsKind), printing);
    await zipTable(context, `public/${language}_test_2.csv.zip` as const, test.drop("after", "class"), printing);
    await zipTable(context, `public/${language}_sample_submission_2.csv.zip` as const, sample, printing);
    write("private/sample_submission.csv", sample, printing);
    write("private/answers.csv", answers, printing);
  };
}

/** Numbers the sentences from 0 in order of first appearance. */
function renumber(table: TableView, keepsKind: boolean): TableView {
  const sentences = table.column("sentence_id");
  const numbers = new Map<Label, number>();
  const values = new Float64Array(table.length);
  for (let row = 0; row < values.length; row += 1) {
    const sentence = labelAt(sentences, row) ?? Number.NaN;
    if (!numbers.has(sentence)) numbers.set(sentence, numbers.size);
    values[row] = numbers.get(sentence)!;
  }
  const kind = keepsKind && sentences.kind === "float64" ? "float64" : "int64";
  return table.with("sentence_id", new NumberColumn("sentence_id", kind, values));
}

/** `<sentence>_<token>`. */
function tokenIds(table: TableView): TextColumn {
  const sentences = table.column("sentence_id");
  const tokens = table.column("token_id");
  const ids = Array.from({ length: table.length }, (_, row) => `${textAt(sentences, row)}_${textAt(tokens, row)}`);
  return TextColumn.from("id", ids);
}

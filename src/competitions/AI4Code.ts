import { textAt } from "../frame/as-text.ts";
import { alignByIdSet } from "../grade/align-by-id-set.ts";
import { cellError, cellsOf } from "../grade/cells.ts";
import { requireColumns, requireSameLength } from "../grade/checks.ts";
import { splitWhitespace } from "../lib/python-text.ts";
import { kendallTau } from "../metrics/kendall-tau.ts";
import { defineCompetition } from "./define.ts";

export default defineCompetition({
  id: "AI4Code",
  metric: "Kendall's tau over all notebooks together",
  submissionFormat:
    "Columns id and cell_order: one row per test notebook, the ids of all its cells in their right order, separated by blanks.",
  rounding: "python",
  grade(submission, answers) {
    requireSameLength(submission, answers);
    requireColumns(submission, "id", "cell_order");
    const aligned = alignByIdSet(submission, answers, "id");
    const cells = cellsOf(aligned.submission, "cell_order", "id");
    const expected = aligned.answers.column("cell_order");
    const truth: string[][] = [];
    const prediction: string[][] = [];
    for (let row = 0; row < submission.length; row += 1) {
      const rightOrder = splitWhitespace(textAt(expected, row));
      const order = splitWhitespace(textAt(cells.column, row));
      if (order.length !== rightOrder.length) {
        throw cellError(cells, row, `${order.length} cells found, which is not the number of cells of this notebook`);
      }
      const found = new Set(order);
      if (!rightOrder.every((cell) => found.has(cell))) {
        throw cellError(cells, row, "not every cell of this notebook is listed: some are repeated or unknown");
      }
      truth.push(rightOrder);
      prediction.push(order);
    }
    return kendallTau(truth, prediction);
  },
});

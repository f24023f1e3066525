import type { AlignedTable } from "./align-table.ts";
import type { AnswerSheet } from "./answer-sheet.ts";
import { associate, compareWithAnswers } from "./association.ts";
import { featureOf } from "./feature.ts";
import { isPrediction } from "./part-of-path.ts";
import type { Suspicions } from "./suspicions.ts";

/** Columns about the test set that alone tell the answers. */
export function checkColumns(tables: readonly AlignedTable[], sheet: AnswerSheet, suspicions: Suspicions): void {
  const seen = new Set<string>();
  for (const { path, frame, idName, rows } of tables) {
    for (const name of frame.names.filter((each) => each !== idName && each !== sheet.idName)) {
      const feature = featureOf(name, frame.column(name), rows);
      // The same column is often in several tables.
      const content = `${name}\n${feature.values.slice(0, 100).join("\n")}\n${feature.codes.subarray(0, 1000).join()}`;
      if (seen.has(content)) continue;
      seen.add(content);
      const isPredicted = isPrediction(path) && sheet.targets.some((target) => target.name === name);
      const suspicion = {
        check: "predictive-column",
        where: `public/${path}: ${name}`,
        least: 0.9,
        describe: (target: string, isPart: boolean) =>
          `The column ${name} alone tells ${target}${isPart ? " for a part of the rows" : ""}.`,
        howToCheck:
          "Find out when the column's values were written: those known only after the answer do not belong into the test set.",
      };
      suspicions.compare(feature, sheet.targets, suspicion, isPredicted ? compareWithAnswers : associate);
    }
  }
}

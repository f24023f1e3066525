import type { Prepare, PrepareContext } from "../../contracts/preparation.ts";
import type { TableView } from "../../frame/table-view.ts";
import { splitRows } from "../../prepare/split.ts";

/** The two parts of a competition's rows, with ids, features and the target. */
interface Parts {
  readonly train: TableView;
  readonly test: TableView;
}

/**
 * How a demo competition is prepared and rehearsed: both write the same tables, one from generated rows, the other from its
 * own `train.csv`. `cut` says how to split that; by default at random.
 */
export function demoPreparation(
  generate: () => Parts,
  writeTables: (context: PrepareContext, parts: Parts) => void,
  cut: (train: TableView) => Parts = (train) => splitRows(train, {}),
): { readonly prepare: Prepare; readonly rehearse: Prepare } {
  return {
    prepare: async (context) => writeTables(context, generate()),
    rehearse: async (context) => writeTables(context, cut(context.open("train.csv"))),
  };
}

import type { Column } from "../../../frame/column.ts";

/** Whether a column holds nothing but gaps. */
export function isEmpty(column: Column): boolean {
  for (let row = 0; row < column.length; row += 1) if (!column.isGap(row)) return false;
  return true;
}

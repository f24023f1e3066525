import type { Table } from "../table.ts";
import { runsTable } from "./runs.ts";

/** Every table of results, in the order in which they are written. */
export const tables: readonly Table[] = [runsTable];

import type { Table } from "../table.ts";
import { callsTable } from "./calls.ts";
import { candidatesTable } from "./candidates.ts";
import { competitionsTable } from "./competitions.ts";
import { runsTable } from "./runs.ts";

/** Every table of results, in the order in which they are written. */
export const tables: readonly Table[] = [competitionsTable, runsTable, candidatesTable, callsTable];

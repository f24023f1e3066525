import { describe, expect, test } from "vitest";
import { parseCsv } from "../../src/frame/read-csv.ts";
import { UnreadableSubmission } from "../../src/lib/errors.ts";
import { csvReadings, describeFrame } from "../support/csv-readings.ts";

describe("reading a CSV file gives pandas' types and values", () => {
  test.each(csvReadings())("$name", ({ bytes, error, rows, columns }) => {
    const read = () => describeFrame(parseCsv(Buffer.from(bytes)));
    if (error === undefined) expect(read()).toEqual({ rows, columns });
    else expect(read).toThrow(UnreadableSubmission);
  });
});

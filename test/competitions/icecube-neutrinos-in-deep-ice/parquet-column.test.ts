import { expect, test } from "vitest";
import { parquetColumn } from "../../../src/competitions/icecube-neutrinos-in-deep-ice/parquet-column.ts";
import { asText } from "../../../src/frame/as-text.ts";

test("the pieces of a parquet column make one column that prints as pandas prints it", () => {
  const printed = (pieces: Parameters<typeof parquetColumn>[1]) => asText(parquetColumn("x", pieces));
  expect(printed([BigInt64Array.of(1n), BigInt64Array.of(-2n)])).toEqual(["1", "-2"]);
  expect(printed([BigInt64Array.of(1n), BigInt64Array.of(2n ** 62n + 1n)])).toEqual(["1", "4611686018427387905"]);
  expect(printed([BigUint64Array.of(2n ** 64n - 1n)])).toEqual(["18446744073709551615"]);
  expect(printed([Int32Array.of(7)])).toEqual(["7"]);
  expect(printed([Float64Array.of(1, 0.1, Number.NaN)])).toEqual(["1.0", "0.1", "nan"]);
  expect(printed([["a", null]])).toEqual(["a", "nan"]);
  expect(printed([[true, null], [false]])).toEqual(["True", "nan", "False"]);
});

test("single precision prints with the digits it needs, as numpy does", () => {
  const values = Float32Array.of(0.1, 1 / 3, 16777216, 3.4028235e38, 1e-45, Number.POSITIVE_INFINITY);
  expect(asText(parquetColumn("x", [values]))).toEqual([
    "0.1",
    "0.33333334",
    "16777216.0",
    "3.4028235e+38",
    "1e-45",
    "inf",
  ]);
});

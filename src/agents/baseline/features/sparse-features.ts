import { SparseBuilder, type SparseRows } from "../models/sparse-rows.ts";

/** Columns brought to mean 0 and deviation 1 on the training rows (gaps become 0), after what is hashed. */
export function sparseFeatures(columns: readonly Float64Array[], hashed: SparseRows, trainRows: number): SparseRows {
  const scales = columns.map((values) => {
    const known = values.subarray(0, trainRows).filter((value) => !Number.isNaN(value));
    const mean = known.reduce((sum, value) => sum + value, 0) / (known.length || 1);
    const variance = known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (known.length || 1);
    return { mean, deviation: Math.sqrt(variance) };
  });
  // Many columns together must not outweigh the rest.
  const share = Math.min(1, Math.sqrt(20 / Math.max(1, columns.length)));
  const width = hashed.positions.length === 0 ? 0 : hashed.width;
  const builder = new SparseBuilder(width + columns.length);
  for (let row = 0; row < hashed.starts.length - 1; row += 1) {
    for (let entry = hashed.starts[row]!; entry < hashed.starts[row + 1]!; entry += 1) {
      builder.add(hashed.positions[entry]!, hashed.values[entry]!);
    }
    for (const [index, { mean, deviation }] of scales.entries()) {
      const value = (columns[index]![row]! - mean) / deviation;
      if (deviation < 1e-9 || value === 0 || !Number.isFinite(value)) continue;
      builder.add(width + index, share * Math.max(-5, Math.min(5, value)));
    }
    builder.endRow();
  }
  return builder.build();
}

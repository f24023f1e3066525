import { closeSync, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { formatNpyHeader, NpyError, readNpyHeader } from "./npy-header.ts";

const bufferBytes = 4 << 20;

/**
 * Writes rows of an array to another file, in the given order and without loading the array. numpy twin:
 * `numpy.save(target, numpy.load(source)[rows])`. The type stays the same; the result is in C order.
 */
export async function takeNpyRows(source: string, rows: Uint32Array, target: string): Promise<void> {
  const { dtype, shape, fortranOrder, dataOffset } = await readNpyHeader(source);
  const [count, ...rest] = shape;
  const items = rest.reduce((product, size) => product * size, 1);
  if (count === undefined || (fortranOrder && shape.length > 2)) {
    throw new NpyError(
      `${source} has shape (${shape.join(", ")})${fortranOrder ? " in Fortran order" : ""}, of which no rows can be read.`,
    );
  }
  const input = openSync(source, "r");
  const output = openSync(target, "w");
  try {
    const rowBytes = (fstatSync(input).size - dataOffset) / Math.max(count, 1);
    if (!Number.isInteger(rowBytes / items)) throw new NpyError(`${source} has a size that does not match its shape.`);
    const itemBytes = rowBytes / items;
    // In Fortran order, the items of a row are a whole column apart.
    const [pieces, stride] = fortranOrder ? [items, count * itemBytes] : [1, rowBytes];
    const [pieceBytes, rowStride] = fortranOrder ? [itemBytes, itemBytes] : [rowBytes, rowBytes];

    writeSync(output, formatNpyHeader(dtype, [rows.length, ...rest]));
    const buffer = Buffer.allocUnsafeSlow(Math.max(rowBytes, bufferBytes - (bufferBytes % Math.max(rowBytes, 1))));
    let filled = 0;
    const flush = () => {
      for (let written = 0; written < filled; ) written += writeSync(output, buffer, written, filled - written);
      filled = 0;
    };
    for (const row of rows) {
      for (let piece = 0; piece < pieces; piece += 1) {
        const at = dataOffset + row * rowStride + piece * stride;
        if (readSync(input, buffer, filled, pieceBytes, at) < pieceBytes) throw new NpyError(`${source} is truncated.`);
        filled += pieceBytes;
      }
      if (filled + rowBytes > buffer.length) flush();
    }
    flush();
  } finally {
    closeSync(input);
    closeSync(output);
  }
}

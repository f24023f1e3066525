import { formatNpyHeader } from "../../src/lib/formats/npy-header.ts";

/**
 * The bytes that `numpy.save` writes for these values. The array determines the type: Float64Array `<f8`, Float32Array
 * `<f4`, Int32Array `<i4`, BigInt64Array `<i8`, Uint8Array `|u1`, or `|b1` with `boolean`. One-dimensional by default.
 */
export function encodeNpy(
  data: Float64Array | Float32Array | Int32Array | BigInt64Array | Uint8Array,
  options: { shape?: readonly number[]; boolean?: boolean } = {},
): Buffer {
  const shape = options.shape ?? [data.length];
  const header = formatNpyHeader(dtypeOf(data, options.boolean ?? false), shape);
  return Buffer.concat([header, Buffer.from(data.buffer, data.byteOffset, data.byteLength)]);
}

function dtypeOf(data: Parameters<typeof encodeNpy>[0], boolean: boolean): string {
  if (data instanceof Float64Array) return "<f8";
  if (data instanceof Float32Array) return "<f4";
  if (data instanceof Int32Array) return "<i4";
  if (data instanceof BigInt64Array) return "<i8";
  return boolean ? "|b1" : "|u1";
}

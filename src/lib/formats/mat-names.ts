import { inflateSync } from "node:zlib";
import { BenchError } from "../errors.ts";

/** A variable of a MATLAB file or a field of a struct in it. */
export interface MatName {
  /** The way to it: `Video.Labels.Name`. */
  readonly path: string;
  /** Whether it holds nothing: one of its dimensions is 0. */
  readonly isEmpty: boolean;
}

const [matrix, compressed] = [14, 15];
const classes = { cell: 1, struct: 2, object: 3 };
const headerBytes = 128;
/** Elements of a struct array repeat the same fields: a few of them show all names. */
const mostElements = 4;
const deepest = 8;

/**
 * The names of all variables and fields in a MATLAB file (versions 5 to 7.2), without their values.
 *
 * @throws BenchError when it is not such a file.
 */
export function matNames(bytes: Buffer): MatName[] {
  const isLittleEndian = bytes.toString("latin1", headerBytes - 2, headerBytes) === "IM";
  if (bytes.length < headerBytes || !isLittleEndian)
    throw new BenchError("mat", "It is not a MATLAB file of version 5 to 7.2.");
  const names: MatName[] = [];
  for (const element of elements(bytes.subarray(headerBytes))) {
    const inner = element.type === compressed ? elements(inflateSync(element.data)).next().value : element;
    if (inner?.type === matrix) addNames(inner.data, null, names, 0);
  }
  return [
    ...new Map(names.sort((a, b) => Number(b.isEmpty) - Number(a.isEmpty)).map((each) => [each.path, each])).values(),
  ];
}

interface Element {
  readonly type: number;
  readonly data: Buffer;
}

/** The elements of a stretch of bytes: a tag with type and size, then data, padded to eight bytes. */
function* elements(bytes: Buffer): Generator<Element> {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const word = bytes.readUInt32LE(at);
    const isSmall = word >>> 16 !== 0;
    const [type, size] = isSmall ? [word & 0xffff, word >>> 16] : [word, bytes.readUInt32LE(at + 4)];
    const start = at + (isSmall ? 4 : 8);
    if (start + size > bytes.length) throw new BenchError("mat", "The MATLAB file is damaged or truncated.");
    yield { type, data: bytes.subarray(start, start + size) };
    at = isSmall ? at + 8 : type === compressed ? start + size : start + Math.ceil(size / 8) * 8;
  }
}

function addNames(data: Buffer, path: string | null, names: MatName[], depth: number): void {
  const parts = elements(data);
  const [flags, dimensions, name] = [parts.next().value, parts.next().value, parts.next().value];
  // An empty cell or field may be a matrix without any parts.
  const own = path ?? name?.data.toString("latin1") ?? "";
  const isEmpty = dimensions === undefined || isZero(dimensions.data);
  if (own !== "") names.push({ path: own, isEmpty });
  const kind = flags?.data[0];
  if (depth >= deepest || isEmpty) return;
  if (kind === classes.cell) addCells([...parts], own, names, depth);
  if (kind === classes.object) parts.next();
  if (kind === classes.struct || kind === classes.object) addFields([...parts], own, names, depth);
}

function addCells(cells: readonly Element[], own: string, names: MatName[], depth: number): void {
  for (const { type, data } of cells.slice(0, mostElements)) if (type === matrix) addNames(data, own, names, depth + 1);
}

function addFields([width, packed, ...values]: readonly Element[], own: string, names: MatName[], depth: number): void {
  if (width === undefined || packed === undefined || width.data.length < 4) return;
  const length = width.data.readInt32LE();
  const count = length > 0 ? Math.floor(packed.data.length / length) : 0;
  const fields = Array.from({ length: count }, (_, index) =>
    packed.data.toString("latin1", index * length, (index + 1) * length).replace(/\0.*$/s, ""),
  );
  for (const [place, { type, data }] of values.slice(0, count * mostElements).entries()) {
    if (type === matrix) addNames(data, `${own}.${fields[place % count]}`, names, depth + 1);
  }
}

function isZero(dimensions: Buffer): boolean {
  for (let at = 0; at + 4 <= dimensions.length; at += 4) if (dimensions.readInt32LE(at) === 0) return true;
  return false;
}

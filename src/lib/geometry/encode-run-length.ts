import type { NpyArray } from "../formats/read-npy.ts";

/**
 * The runs of ones in an array as `start length start length ...`, counted from 1 with the first index varying fastest
 * (down the columns of an image). All values but 1 are background; empty if there is no 1.
 */
export function encodeRunLength({ data, shape }: NpyArray): string {
  const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((product, size) => product * size, 1));
  const index = new Array<number>(shape.length).fill(0);
  const runs: number[] = [];
  let from = 0;
  let isInside = false;
  for (let pixel = 1; pixel <= data.length; pixel += 1) {
    const isSet = Number(data[from]) === 1;
    if (isSet && isInside) runs[runs.length - 1]! += 1;
    else if (isSet) runs.push(pixel, 1);
    isInside = isSet;
    for (let axis = 0; axis < shape.length; axis += 1) {
      index[axis]! += 1;
      from += strides[axis]!;
      if (index[axis]! < shape[axis]!) break;
      from -= strides[axis]! * shape[axis]!;
      index[axis] = 0;
    }
  }
  return runs.join(" ");
}

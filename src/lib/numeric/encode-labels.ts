import { compareCodePoints } from "../compare-code-points.ts";
import type { Label } from "./label.ts";

/** Two label columns as positions in their sorted union. */
interface EncodedLabels<T extends Label> {
  readonly classes: readonly T[];
  readonly truth: Int32Array;
  readonly prediction: Int32Array;
}

/**
 * Replaces labels with their index in the sorted union of both columns: `sklearn.utils.multiclass.unique_labels`
 * followed by `LabelEncoder`. Numbers sort by value, strings by code point; 0 and -0 are the same label, and so are all
 * NaNs.
 */
export function encodeLabels<T extends Label>(truth: ArrayLike<T>, prediction: ArrayLike<T>): EncodedLabels<T> {
  const codes = new Map<T, number>();
  const truthCodes = encode(truth, codes);
  const predictionCodes = encode(prediction, codes);

  const classes = [...codes.keys()].sort(compareLabels);
  const sortedCodes = new Int32Array(classes.length);
  classes.forEach((label, position) => {
    sortedCodes[codes.get(label)!] = position;
  });
  for (let i = 0; i < truthCodes.length; i++) truthCodes[i] = sortedCodes[truthCodes[i]!]!;
  for (let i = 0; i < predictionCodes.length; i++) predictionCodes[i] = sortedCodes[predictionCodes[i]!]!;
  return { classes, truth: truthCodes, prediction: predictionCodes };
}

function encode<T>(labels: ArrayLike<T>, codes: Map<T, number>): Int32Array {
  const encoded = new Int32Array(labels.length);
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i]!;
    let code = codes.get(label);
    if (code === undefined) {
      code = codes.size;
      codes.set(label, code);
    }
    encoded[i] = code;
  }
  return encoded;
}

/** Orders labels of one kind: strings by code point, everything else by value. */
function compareLabels(a: Label, b: Label): number {
  if (typeof a === "string" && typeof b === "string") return compareCodePoints(a, b);
  return a < b ? -1 : a > b ? 1 : 0;
}

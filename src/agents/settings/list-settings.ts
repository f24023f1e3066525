import type { z } from "zod";
import { describeShape, shapeOf, type ValueShape } from "./value-shape.ts";

/** One setting, as `mlebench agents show` prints it. */
export interface Setting {
  /** With dots where it is part of a group of settings. */
  readonly name: string;
  /** In words. */
  readonly type: string;
  readonly required: boolean;
  /** Undefined where it has none. */
  readonly default: unknown;
  readonly description: string;
}

/** Every setting that a schema takes, in the order of the schema. */
export function listSettings(schema: z.ZodType): Setting[] {
  return fieldsOf(shapeOf(schema), "");
}

function fieldsOf({ properties = {}, required = [] }: ValueShape, prefix: string): Setting[] {
  return Object.entries(properties).flatMap(([key, shape]) => {
    const name = prefix + key;
    if (shape.properties !== undefined) return fieldsOf(shape, `${name}.`);
    const { default: preset, description = "" } = shape;
    return [{ name, type: describeShape(shape), required: required.includes(key), default: preset, description }];
  });
}

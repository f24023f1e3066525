import { z } from "zod";

/** The part of JSON Schema that settings use: enough to describe a value, and to read one from text. */
export interface ValueShape {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly ValueShape[];
  readonly items?: ValueShape;
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, ValueShape>>;
  readonly required?: readonly string[];
  /** The values of a mapping with free names. */
  readonly additionalProperties?: boolean | ValueShape;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
  readonly default?: unknown;
  readonly description?: string;
}

/** What a schema takes. */
export function shapeOf(schema: z.ZodType): ValueShape {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as ValueShape;
}

/** JSON Schema's names of the types a value may have; none where anything goes. */
export function typesOf(shape: ValueShape): readonly string[] {
  if (shape.anyOf !== undefined) return shape.anyOf.flatMap(typesOf);
  if (shape.const !== undefined) return [typeof shape.const];
  return typeof shape.type === "string" ? [shape.type] : (shape.type ?? []);
}

/** The shape of what is at a path; undefined where the shape has no such place. */
export function shapeAt(shape: ValueShape, path: readonly PropertyKey[]): ValueShape | undefined {
  let found: ValueShape | undefined = shape;
  for (const key of path) {
    const free: ValueShape["additionalProperties"] = found.additionalProperties;
    found = found.properties?.[String(key)] ?? found.items ?? (typeof free === "object" ? free : undefined);
    if (found === undefined) return undefined;
  }
  return found;
}

/**
 * A value's type in words.
 *
 * @example describeShape({ type: "integer", exclusiveMinimum: 0 }) // => "a whole number (above 0)"
 */
export function describeShape(shape: ValueShape): string {
  if (shape.anyOf !== undefined) return shape.anyOf.map(describeShape).join(" or ");
  if (shape.enum !== undefined) return `one of ${shape.enum.map(String).join(", ")}`;
  if (shape.const !== undefined) return String(shape.const);
  return (
    typesOf(shape)
      .map((type) => words[type]?.(shape) ?? type)
      .join(" or ") || "any value"
  );
}

const words: Readonly<Record<string, (shape: ValueShape) => string>> = {
  string: () => "text",
  boolean: () => "true or false",
  integer: (shape) => `a whole number${boundsOf(shape)}`,
  number: (shape) => `a number${boundsOf(shape)}`,
  array: ({ items = {}, minItems = 0 }) => `a ${minItems > 0 ? "non-empty " : ""}list of ${severalOf(items)}`,
  object: ({ additionalProperties: free }) =>
    `a mapping from names to ${typeof free === "object" ? severalOf(free) : "values"}`,
};

const plurals: Readonly<Record<string, string>> = { string: "texts", integer: "whole numbers", number: "numbers" };

function severalOf(shape: ValueShape): string {
  const [type, ...others] = typesOf(shape);
  return (type !== undefined && others.length === 0 && shape.enum === undefined && plurals[type]) || "values";
}

function boundsOf({ minimum, exclusiveMinimum, maximum, exclusiveMaximum }: ValueShape): string {
  const named = { "at least": minimum, above: exclusiveMinimum, "at most": maximum, below: exclusiveMaximum };
  // Zod keeps whole numbers within the safe ones: that bound means nothing to a reader.
  const bounds = Object.entries(named).filter(([, at]) => at !== undefined && Math.abs(at) !== Number.MAX_SAFE_INTEGER);
  return bounds.length === 0 ? "" : ` (${bounds.map(([word, at]) => `${word} ${at}`).join(", ")})`;
}

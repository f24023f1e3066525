import type { ModelTool } from "../../contracts/model.ts";
import { asRecord } from "../../models/protocols/loose-json.ts";

const schemaTypes = new Set<unknown>(["string", "integer", "number", "boolean", "array", "object", "null"]);

/** A tool on offer. Of its parameters only what Inspect's own form of a schema has for certain. */
export function toolInfo({ name, description, parameters }: ModelTool) {
  const properties = Object.entries(asRecord(parameters.properties)).map(([key, value]) => [key, propertyOf(value)]);
  const given = Array.isArray(parameters.required) ? parameters.required : [];
  const required = given.filter((key) => typeof key === "string");
  return { name, description, parameters: { type: "object", properties: Object.fromEntries(properties), required } };
}

function propertyOf(schema: unknown) {
  const { type, description } = asRecord(schema);
  return {
    default: null,
    ...(schemaTypes.has(type) ? { type } : {}),
    ...(typeof description === "string" ? { description } : {}),
  };
}

import type { ModelTool } from "../../../contracts/model.ts";
import { asRecord, asRecords, asText, type LooseRecord } from "../loose-json.ts";

/** A tool as a Responses request declares it. */
interface DeclaredTool {
  readonly tool: ModelTool;
  /** Takes text instead of JSON. */
  readonly isCustom: boolean;
  readonly namespace: string | null;
}

const textParameter = { type: "object", properties: { input: { type: "string" } }, required: ["input"] };

/** The tools that any model can call. Those that the provider would run itself are left out. */
export function declaredTools(request: LooseRecord): readonly DeclaredTool[] {
  // Codex gives its newest models their tools in an item of the input.
  const further = asRecords(request.input).filter(({ type }) => type === "additional_tools");
  return [request, ...further].flatMap(({ tools }) => asRecords(tools).flatMap((tool) => readTool(tool, null)));
}

function readTool(tool: LooseRecord, namespace: string | null): DeclaredTool[] {
  if (tool.type === "namespace") return asRecords(tool.tools).flatMap((inner) => readTool(inner, asText(tool.name)));
  const isCustom = tool.type === "custom";
  if (tool.type !== "function" && !isCustom) return [];
  const parameters = isCustom ? textParameter : asRecord(tool.parameters);
  const declared = { name: asText(tool.name), description: asText(tool.description), parameters };
  return [{ tool: declared, isCustom, namespace }];
}

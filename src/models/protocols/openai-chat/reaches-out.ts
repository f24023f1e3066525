import { asText, type LooseRecord } from "../loose-json.ts";
import { foreignTypes, linkedContent, membersSet } from "../reaching-out.ts";

/** Web search by its names at OpenAI, xAI, OpenRouter (with other plugins) and Qwen. */
const searchMembers = ["web_search_options", "search_parameters", "plugins", "enable_search"];

const clientTools = ["function", "custom", ""];

/** See `RequestHeader.reachesOut`. */
export function chatReachesOut(request: LooseRecord): readonly string[] {
  return [
    ...membersSet(request, searchMembers),
    ...foreignTypes(request.tools, (type) => clientTools.includes(type)),
    // OpenRouter searches the web for models with this ending.
    ...(asText(request.model).endsWith(":online") ? [":online"] : []),
    ...linkedContent(request.messages),
  ];
}

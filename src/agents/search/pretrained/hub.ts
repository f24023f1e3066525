import { type FetchJsonOptions, fetchJson } from "../../../lib/fetch-json.ts";

/** What a hub's address answered: JSON, or why there is none. */
export type HubAnswer = { readonly value: unknown } | { readonly problem: string; readonly isMissing: boolean };

/**
 * Where models are looked up: `HF_ENDPOINT`, as Hugging Face's own programs use it, or their hub.
 *
 * @throws Error when the variable holds something else.
 */
export function hubAddress({ HF_ENDPOINT: text = "" }: NodeJS.ProcessEnv): string {
  if (text.trim() === "") return "https://huggingface.co";
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.username + url.password + url.search === "";
  if (!isPlain) throw new Error("HF_ENDPOINT is not an http address without credentials");
  return url.href.replace(/\/+$/, "");
}

/** Asks a hub. It gets no token, whatever the environment holds: what needs one cannot be used. */
export async function askHub(address: string, options: Omit<FetchJsonOptions, "headers">): Promise<HubAnswer> {
  const answer = await fetchJson(address, options);
  if ("value" in answer) return answer;
  // Without a token, the hub answers 401 for what does not exist.
  const isMissing = answer.response !== undefined && [401, 403, 404].includes(answer.response.status);
  return { problem: answer.problem, isMissing };
}

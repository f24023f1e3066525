import type { Prompt } from "./parts.ts";

/** The sections of a prompt as one text, each below its title. */
export function promptText({ sections }: Pick<Prompt, "sections">): string {
  return sections.map(({ title, text }) => `# ${title}\n\n${text}`).join("\n\n");
}

import type { CodingAgentDescription } from "../description.ts";
import { geminiStream } from "../streams/gemini-stream.ts";

export const geminiCli: CodingAgentDescription = {
  name: "gemini-cli",
  title: "Google's Gemini CLI",
  package: { registry: "npm", name: "@google/gemini-cli", version: "0.61.0", program: "gemini" },
  protocol: "Gemini's generateContent",
  start: ({ model, prompt }) => ({
    arguments: ["-p", prompt, "--yolo", "--output-format", "stream-json", "-m", model],
    settings: { ".gemini/settings.json": geminiSettings("gemini-api-key") },
  }),
  stream: geminiStream,
};

/** Also those of programs that are made from it. */
export function geminiSettings(authentication: string) {
  return {
    security: { auth: { selectedType: authentication }, folderTrust: { enabled: false } },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false, disableAutoUpdate: true },
  };
}

import { dirname, join } from "node:path";
import type { SandboxProvider } from "../../../src/contracts/sandbox-kind.ts";
import { ProxyModels } from "../../../src/models/proxy/proxy-models.ts";
import { startProxy } from "../../../src/models/proxy/start-proxy.ts";
import { type ServerScript, startScriptedServer } from "../../../src/models/scripted/scripted-server.ts";
import { modelAccess } from "../../../src/runs/models/model-access.ts";
import { OpenDoor } from "../../models/proxy/open-door.ts";
import { environmentFor } from "../../models/proxy/with-proxy.ts";
import { competitionId, sharesHostNetwork, startValidation, validationAccess } from "../validation/fixture.ts";

/** Everything that leads from a sandbox without network to a scripted provider. */
export async function connectModel(provider: SandboxProvider, samplePath: string, script: ServerScript) {
  const { traits } = provider;
  const setting = { traits, network: "none" } as const;
  const listen = sharesHostNetwork(setting);
  const server = await startScriptedServer(script);
  const validation = await startValidation({ competitionId, samplePath, listen, onCall: () => undefined });
  const socket = join(dirname(validation.socket), "model.sock");
  const door = new OpenDoor();
  const offer = { models: ["openai/gpt-1", "anthropic/sonnet-1", "google/flash-1"], aliases: {}, settings: {} };
  const failures: unknown[] = [];
  const proxy = await startProxy({
    door,
    models: new ProxyModels(offer, environmentFor(server.url)),
    open: () => Promise.reject(new Error("Nothing is translated here.")),
    socket,
    listen,
    onFailure: (error) => failures.push(error),
  });
  const toValidation = validationAccess(validation, setting);
  const toModel = modelAccess(proxy, { ...setting, socket, model: "gpt-1" });
  const close = async (): Promise<void> => {
    await proxy.close();
    await validation.close();
    await server.close();
  };
  return {
    server,
    door,
    proxy,
    failures,
    wrap: toValidation.wrap,
    readOnly: { ...toValidation.readOnly, ...toModel.readOnly },
    environment: { ...toValidation.environment, ...toModel.environment },
    [Symbol.asyncDispose]: close,
  };
}

/** A program that asks in every protocol, streaming, and prints the texts of the answers. Any fetch-capable Node runs it. */
export const askingProgram = `
const { OPENAI_BASE_URL, OPENAI_API_KEY, ANTHROPIC_BASE_URL, ANTHROPIC_API_KEY } = process.env;
const { GOOGLE_GEMINI_BASE_URL, GEMINI_API_KEY, MODEL_NAME } = process.env;
async function ask(url, headers, body) {
  const options = { method: "POST", headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
  const response = await fetch(url, options);
  const text = await response.text();
  console.log(response.status, [...text.matchAll(/"(?:text|delta|content)":"([^"]*)"/g)].map((m) => m[1]).join("").includes("hello") ? "hello" : text);
}
const messages = [{ role: "user", content: "hi" }];
await ask(OPENAI_BASE_URL + "/chat/completions", { authorization: "Bearer " + OPENAI_API_KEY }, { model: MODEL_NAME, stream: true, messages });
await ask(OPENAI_BASE_URL + "/responses", { authorization: "Bearer " + OPENAI_API_KEY }, { model: MODEL_NAME, stream: true, input: "hi" });
await ask(ANTHROPIC_BASE_URL + "/v1/messages", { "x-api-key": ANTHROPIC_API_KEY }, { model: "sonnet-1", stream: true, max_tokens: 9, messages });
await ask(GOOGLE_GEMINI_BASE_URL + "/v1beta/models/flash-1:streamGenerateContent?alt=sse", { "x-goog-api-key": GEMINI_API_KEY }, { contents: [] });
`;

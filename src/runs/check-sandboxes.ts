import { sandboxKinds } from "../sandboxes/index.ts";
import type { Finding } from "./diagnose.ts";

/** Which sandboxes work here. One that does not is a warning only when no other one isolates. */
export async function checkSandboxes(): Promise<Finding[]> {
  const found = await Promise.all(
    sandboxKinds.map(async (kind) => ({
      name: kind.name,
      isolates: kind.traits().isolation !== "none",
      reason: await (await kind.create()).unavailable(),
    })),
  );
  const isolated = found.some(({ isolates, reason }) => isolates && reason === null);
  return found.map(({ name, isolates, reason }) => {
    if (reason !== null)
      return { check: "sandbox", status: isolated ? "ok" : "warning", message: `${name}: not usable. ${reason}` };
    return { check: "sandbox", status: "ok", message: `${name}: usable${isolates ? "" : ", without isolation"}` };
  });
}

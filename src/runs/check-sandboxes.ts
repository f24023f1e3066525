import { sandboxNames } from "../sandboxes/index.ts";
import type { Finding } from "./diagnose.ts";
import { sandboxFor } from "./execution/open-sandbox.ts";

/** Which sandboxes agents could be run in here. Only isolation that is missing altogether is worth a warning. */
export async function checkSandboxes(): Promise<Finding[]> {
  const found = await Promise.all(
    sandboxNames.map(async (name) => {
      const reason = await sandboxFor({ name, network: "none" }).unavailable();
      return { name, reason };
    }),
  );
  const isolated = found.some(({ name, reason }) => name !== "local" && reason === null);
  return found.map(({ name, reason }) => {
    if (reason !== null)
      return { check: "sandbox", status: isolated ? "ok" : "warning", message: `${name}: not usable. ${reason}` };
    return {
      check: "sandbox",
      status: "ok",
      message: name === "local" ? "local: usable, without isolation" : `${name}: usable`,
    };
  });
}

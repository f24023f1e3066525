import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { SandboxUnavailable } from "../../lib/errors.ts";

/** Where the system lists its cards: the device files, and the driver's folder with one entry per card. */
interface GraphicsSystem {
  readonly devices: string;
  readonly cards: string;
}

const thisSystem: GraphicsSystem = { devices: "/dev", cards: "/proc/driver/nvidia/gpus" };

/**
 * The device files that a program needs for the NVIDIA cards with these ids: a card's number, or its `GPU-...` name. Inside,
 * cards are numbered from zero whatever their numbers are outside.
 *
 * @throws SandboxUnavailable when a card, or the driver's own device, is missing.
 */
export function graphicsDevices(ids: readonly string[], system: GraphicsSystem = thisSystem): string[] {
  if (ids.length === 0) return [];
  const place = (name: string): string => path.join(system.devices, name);
  const cards = ids.map((id) => {
    const number = /^\d+$/.test(id) ? id : numberOf(id, system.cards);
    if (number !== null && existsSync(place(`nvidia${number}`))) return place(`nvidia${number}`);
    throw new SandboxUnavailable(`There is no graphics card ${id}: ${place(`nvidia${number ?? "*"}`)} is missing.`);
  });
  if (!existsSync(place("nvidiactl"))) {
    throw new SandboxUnavailable(`The graphics driver is not loaded: ${place("nvidiactl")} is missing.`);
  }
  const shared = readdirSync(system.devices).filter((name) => name === "nvidiactl" || name.startsWith("nvidia-uvm"));
  return [...cards, ...shared.sort().map(place)];
}

/** The number of a card's device file, by the card's `GPU-...` name. */
function numberOf(id: string, cards: string): string | null {
  if (!existsSync(cards)) return null;
  for (const card of readdirSync(cards)) {
    const information = readFileSync(path.join(cards, card, "information"), "utf8");
    if (/^GPU UUID:\s+(.*)$/m.exec(information)?.[1] !== id) continue;
    return /^Device Minor:\s+(\d+)$/m.exec(information)?.[1] ?? null;
  }
  return null;
}

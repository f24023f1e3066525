import { existsSync } from "node:fs";
import { isAbsolute, normalize, resolve } from "node:path";
import { agentHome, homePaths, instructionsFile } from "../../contracts/home-paths.ts";
import { UsageError } from "../../lib/errors.ts";
import { isWithin } from "../../sandboxes/shared/mount-table.ts";
import { insidePaths } from "../inside/inside-paths.ts";

/** What a sandbox has of its own: nothing may be mounted there, below or above. */
const reserved = [
  ...["/proc", "/dev", "/sys", agentHome, instructionsFile],
  ...Object.values(homePaths),
  ...Object.values(insidePaths),
];
/** Something may be mounted below these. */
const replaceable = ["/home", "/tmp", "/usr", "/etc", "/bin", "/sbin", "/lib", "/lib64"];

/**
 * Reads `HOST[:INSIDE]` as what to mount: path inside -> path on the host. Without a path inside, it is the same.
 *
 * @throws UsageError for something that does not exist, or a place that is taken.
 */
export function readMounts(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(texts.map(readMount));
}

function readMount(text: string): [inside: string, host: string] {
  const [given, wanted] = split(text);
  const host = resolve(given);
  if (!existsSync(host)) throw new UsageError(`--mount ${text}: There is no file or folder ${host}.`);
  if (!isAbsolute(wanted ?? "/")) {
    throw new UsageError(`--mount ${text}: Expected an absolute path in the sandbox, found \`${wanted}\`.`);
  }
  const inside = normalize(wanted ?? host).replace(/(?<=.)\/$/, "");
  const taken = takenBy(inside);
  if (taken === null) return [inside, host];
  throw new UsageError(
    `--mount ${text}: The sandbox needs ${taken} itself. Choose another place for it: --mount ${given}:/mnt/NAME`,
  );
}

/** A colon may be part of a name: what exists as a whole is a whole. Mounts are read-only anyway, so `:ro` is accepted. */
function split(text: string): [host: string, inside?: string] {
  if (existsSync(text)) return [text];
  const plain = text.replace(/:ro$/, "");
  const [, host, inside] = /^(.+):(.*)$/s.exec(plain) ?? [];
  return host === undefined ? [plain] : [host, inside!];
}

/** The place of the sandbox's own that a mount would replace, if any. */
export function takenBy(inside: string): string | null {
  if (replaceable.includes(inside)) return inside;
  return reserved.find((place) => isWithin(inside, place) || isWithin(place, inside)) ?? null;
}

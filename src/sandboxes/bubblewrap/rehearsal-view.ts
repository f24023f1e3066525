import type { SandboxSpec } from "../../contracts/sandbox.ts";
import { UsageError } from "../../lib/errors.ts";

/**
 * What a command on a rehearsal sees: the rehearsal's data in the place of the competition's own, which has the rows to
 * predict and their answers, and no other rehearsal, which has most of them.
 *
 * @param place Where the rehearsal's public part is, seen from inside.
 */
export function rehearsalView(spec: SandboxSpec, place: string): SandboxSpec {
  const { readOnly = {}, rehearsalData = [] } = spec;
  const own = readOnly[place];
  if (own === undefined || !rehearsalData.includes(own)) throw new UsageError(`${place} is not a rehearsal's data.`);
  const shown = Object.entries(readOnly).filter(([, source]) => source === own || !rehearsalData.includes(source));
  return { ...spec, publicData: own, readOnly: Object.fromEntries(shown) };
}

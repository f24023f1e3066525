import { z } from "zod";
import { formatBytes } from "../../../lib/format-bytes.ts";
import { isCloneAddress } from "../cloning/clone-address.ts";
import type { GitHub } from "./github-api.ts";

const result = z.object({
  full_name: z.string().regex(/^[\w.-]{1,100}\/[\w.-]{1,100}$/),
  clone_url: z.string(),
  description: z.string().nullish(),
  fork: z.boolean().default(false),
  archived: z.boolean().default(false),
  private: z.boolean().default(false),
  /** In KiB. */
  size: z.number().default(0),
});

/** A repository to clone, one that is left out, or null for something that cannot be named in a record. */
export type Judgement =
  | { readonly name: string; readonly address: string }
  | { readonly name: string; readonly reason: string }
  | null;

const mostBytes = 200_000_000;

/** Decides about one result of a search. @param mention Matches the names of the competition. */
export function judgeResult(item: unknown, { cloneHost }: Pick<GitHub, "cloneHost">, mention: RegExp): Judgement {
  const { data } = result.safeParse(item);
  // The name of a private repository that the user's token shows is not for records.
  if (data === undefined || data.private) return null;
  const { full_name: name, clone_url: address, description, fork, archived, size } = data;
  const leftOut = (reason: string): Judgement => ({ name, reason });
  const found = mention.exec(name) ?? mention.exec(description ?? "");
  if (found !== null) return leftOut(`its name or description names the competition (${found[0]})`);
  if (fork) return leftOut("it is a fork");
  if (archived) return leftOut("it is archived");
  if (size * 1024 > mostBytes) return leftOut(`it is larger than ${formatBytes(mostBytes)}`);
  if (!isCloneAddress(address) || new URL(address).host !== cloneHost) {
    return leftOut(`its address is not an https address of ${cloneHost}`);
  }
  return { name, address };
}

import { existsSync, readdirSync, renameSync } from "node:fs";
import { basename, isAbsolute, join } from "node:path";
import type { PrepareContext } from "../../contracts/preparation.ts";
import { MissingData } from "../../lib/errors.ts";
import { withQuotedReturns } from "./quote-returns.ts";

/**
 * A preparation's context whose raw folder is prepared public data. Public data differs from raw data in small ways: an
 * archive may have been written without its inner folder, or unpacked, and pandas cannot read all of its own tables back.
 */
export function publicAsRaw(context: PrepareContext): PrepareContext {
  return {
    ...context,
    open: (path, options) => {
      const absolute = isAbsolute(path) ? path : join(context.raw, path);
      return context.open(withQuotedReturns(absolute, context.scratch, options?.delimiter), options);
    },
    write: (target, table, options) => {
      context.write(target, table, options);
      const path = context.target(target);
      const quoted = withQuotedReturns(path, context.scratch);
      if (quoted !== path) renameSync(quoted, path);
    },
    async extract(archive, member) {
      const found = await context.extract(archive, member).catch((error: unknown) => {
        if (!(error instanceof MissingData)) throw error;
        return { error };
      });
      if (typeof found === "string") return existsSync(found) ? found : flatMember(context, archive, member!);
      const unpacked = unpackedMember(context.raw, archive, member);
      if (unpacked === null) throw found.error;
      return unpacked;
    },
  };
}

/** Where a member is in an archive that was written without folders: at its top, or, if it is a folder, all of it. */
async function flatMember({ extract }: PrepareContext, archive: string, member: string): Promise<string> {
  const folder = await extract(archive);
  const file = join(folder, basename(member));
  return existsSync(file) || !isNamedAfter(archive, member) ? file : folder;
}

/** Where the member of an archive that is not there is beside it, whatever the case of its name; null if it is not. */
function unpackedMember(raw: string, archive: string, member: string | undefined): string | null {
  if (member === undefined) return null;
  const file = readdirSync(raw).find((name) => name.toLowerCase() === member.toLowerCase());
  if (file !== undefined) return join(raw, file);
  return isNamedAfter(archive, member) ? raw : null;
}

function isNamedAfter(archive: string, member: string): boolean {
  return basename(archive).split(".")[0] === member;
}

import { posix } from "node:path";

const mostCharacters = 200;
const deepest = 8;

/**
 * A path of a model's as one below the working folder, in its shortest form; or an error for the model to read. Links are
 * none of its business: the folder looks for those.
 */
export function safePath(given: string): string | Error {
  const refused = (why: string): Error =>
    new Error(`The path ${JSON.stringify(given.slice(0, mostCharacters))} ${why}.`);
  if (given.length > mostCharacters) return refused(`is longer than ${mostCharacters} characters`);
  if (/[\x00-\x1f\x7f\\]/.test(given)) return refused("contains a backslash or a control character");
  if (posix.isAbsolute(given) || given.startsWith("~")) return refused("is not relative to the working folder");
  const path = posix.normalize(given);
  const parts = path.split("/");
  if (parts.includes("..")) return refused("leads out of the working folder");
  if (path === "." || path.endsWith("/")) return refused("is a folder");
  if (parts.some((part) => part.toLowerCase() === ".git")) return refused("is git's own");
  if (parts.length > deepest) return refused(`is more than ${deepest} folders deep`);
  return path;
}

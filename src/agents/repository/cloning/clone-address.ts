import { posix } from "node:path";

/** Letters, digits and a few signs: nothing that git, a shell or a file system could take for something else. */
const plain = /^https?:\/\/(?:[\w.-]+|\[::1\])(?::\d+)?\/[\w./~-]+$/;

/** Whether an address may be cloned: it is https, or http on this machine, and has no credentials and no query. */
export function isCloneAddress(address: string): boolean {
  if (!plain.test(address) || !URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || isLoopback(hostname);
}

export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** A repository to clone, and what it is called here. */
export interface CloneSource {
  readonly name: string;
  readonly address: string;
}

/** Names addresses by their last parts, with the parts before where names are taken. */
export function nameClones(addresses: readonly string[], taken: readonly string[]): CloneSource[] {
  const names = new Set(taken);
  return addresses.map((address) => {
    const path = new URL(address).pathname.replace(/\/+$/, "").replace(/\.git$/, "");
    const short = fileName(posix.basename(path));
    const long = fileName(path.split("/").slice(-2).join("-"));
    const numbered = Array.from({ length: names.size + 1 }, (_, at) => `${long}-${at + 2}`);
    const name = [short, long, ...numbered].find((each) => !names.has(each))!;
    names.add(name);
    return { name, address };
  });
}

/** Neither hidden nor an option. */
function fileName(text: string): string {
  return text.replaceAll(/[^\w.-]/g, "_").replace(/^[.-]+/, "") || "repository";
}

import { ArchiveError } from "./archive-error.ts";

/**
 * Turns entry names into paths below the target directory, and remembers them. It refuses names that lead outside and
 * names that two entries share, except that a directory may be listed more than once.
 */
export class EntryNames {
  readonly #archive: string;
  readonly #kinds = new Map<string, "file" | "directory">();

  constructor(archive: string) {
    this.#archive = archive;
  }

  /** The relative path with `/` between components; "" for the target directory itself (`./` in tar files). */
  add(name: string, type: "file" | "directory"): string {
    const path = this.#safePath(name);
    if (path === "") {
      if (type === "directory") return path;
      this.#refuse("unsafe-name", name, "has an empty name");
    }
    const earlier = this.#kinds.get(path);
    if (earlier === "file" && type === "file") this.#refuse("duplicate", name, "appears twice");
    if (earlier !== undefined && earlier !== type) this.#refuse("duplicate", name, "is both a file and a directory");
    this.#kinds.set(path, type);
    this.#addParents(name, path);
    return path;
  }

  #addParents(name: string, path: string): void {
    for (let slash = path.lastIndexOf("/"); slash > 0; slash = path.lastIndexOf("/", slash - 1)) {
      const parent = path.slice(0, slash);
      const kind = this.#kinds.get(parent);
      if (kind === "directory") return;
      if (kind === "file") {
        this.#refuse("duplicate", name, `needs ${JSON.stringify(parent)} to be a directory, but it is a file`);
      }
      this.#kinds.set(parent, "directory");
    }
  }

  #safePath(name: string): string {
    if (name.includes("\0")) this.#refuse("unsafe-name", name, "has a NUL character in its name");
    if (name.includes("\\")) this.#refuse("unsafe-name", name, "has a backslash in its name");
    if (name.startsWith("/")) this.#refuse("unsafe-name", name, "has an absolute path");
    if (/^[A-Za-z]:/.test(name)) this.#refuse("unsafe-name", name, "has a drive letter");
    // Hardly any name needs normalising; with millions of names, checking first is faster.
    const normal = !name.startsWith(".") && !name.includes("/.") && !name.includes("//") && !name.endsWith("/");
    if (normal && name !== "") return name;
    const components = name.split("/").filter((component) => component !== "" && component !== ".");
    if (components.includes("..")) this.#refuse("unsafe-name", name, "leads out of the target directory (`..`)");
    return components.join("/");
  }

  #refuse(problem: "unsafe-name" | "duplicate", entry: string, reason: string): never {
    throw new ArchiveError(problem, { archive: this.#archive, entry }, reason);
  }
}

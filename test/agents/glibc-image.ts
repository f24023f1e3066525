import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { requireProgram } from "../support/system-programs.ts";

/**
 * An image of this machine's bash and C and C++ libraries, with busybox for the rest: as little as Node needs, and what an
 * agent's start script is run with. `files` are put into it by their paths.
 */
export function importGlibcImage(options: {
  readonly socket: string;
  readonly name: string;
  /** An empty folder for the image's files. */
  readonly folder: string;
  readonly files: Readonly<Record<string, string>>;
}): void {
  const { socket, name, folder, files } = options;
  const tree = path.join(folder, "tree");
  const busybox = requireProgram("busybox", "busybox-static")!;
  for (const each of ["bin", "home", "tmp", "etc"]) mkdirSync(path.join(tree, each), { recursive: true });
  copyFileSync(busybox, path.join(tree, "bin", "busybox"));
  for (const each of execFileSync(busybox, ["--list"], { encoding: "utf8" }).trim().split("\n")) {
    if (!["busybox", "bash"].includes(each)) symlinkSync("busybox", path.join(tree, "bin", each));
  }
  const bash = realpathSync("/bin/bash");
  copyFileSync(bash, path.join(tree, "bin", "bash"));
  for (const library of [process.execPath, bash].flatMap(librariesOf)) {
    mkdirSync(path.join(tree, path.dirname(library)), { recursive: true });
    copyFileSync(library, path.join(tree, library));
  }
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.join(tree, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(tree, file), content);
  }
  const archive = path.join(folder, "image.tar");
  execFileSync("tar", ["-C", tree, "--numeric-owner", "--owner=0", "--group=0", "-cf", archive, "."]);
  const place = `http://docker/v1.40/images/create?fromSrc=-&repo=${name}&tag=latest`;
  const request = ["-sS", "--fail", "--unix-socket", socket, "-X", "POST", "-H", "Content-Type: application/x-tar"];
  execFileSync("curl", [...request, "--data-binary", `@${archive}`, place]);
}

/** Paths of the shared libraries that the loader finds for a program, the loader included. */
function librariesOf(program: string): string[] {
  const listed = execFileSync("ldd", [program], { encoding: "utf8" });
  return [...listed.matchAll(/(\/\S+) \(0x/g)].map(([, library]) => library!);
}

import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findProgram, requireProgram } from "../../support/system-programs.ts";

/** The image that the tests build on: a small system of this machine's own files, so that no network is needed. */
export const pythonImage = "mlebench-test:python";

/** Packs the standard library and pip into the one file that Python looks for beside its library. */
const pack = `
import os, re, sys, zipfile
library, pip, target = sys.argv[1:]
unneeded = re.compile(r"(site-packages|dist-packages|tests?|idlelib|tkinter|lib2to3|ensurepip|__pycache__|config-.*)$")
with zipfile.ZipFile(target, "w") as archive:
    for root, start in [(library, library), (pip, os.path.dirname(pip))]:
        for folder, folders, files in os.walk(root):
            folders[:] = [name for name in folders if not unneeded.match(name)]
            for name in files:
                if name.endswith((".py", ".pem", ".txt")):
                    archive.write(os.path.join(folder, name), os.path.relpath(os.path.join(folder, name), start))
`;

/** Modules that load large libraries, and are not needed here. */
const heavyModules = /^_?(?:sqlite3|dbm|gdbm|tkinter|curses|curses_panel|nis|readline|ssl|hashlib)\./;

interface HostPython {
  readonly executable: string;
  readonly library: string;
  /** The folder of the package pip. */
  readonly pip: string;
}

/** Imports an image with bash, Python, pip and busybox's programs; false when this machine lacks one, see `requireProgram`. */
export function importPythonImage(socket: string): boolean {
  const bash = requireProgram("bash", "bash");
  const busybox = requireProgram("busybox", "busybox-static");
  const python = requirePython();
  if (bash === null || busybox === null || python === null) return false;
  const root = mkdtempSync(path.join(tmpdir(), "python-image-"));
  try {
    const tree = path.join(root, "tree");
    for (const folder of ["bin", "etc", "tmp", "usr/bin"]) mkdirSync(path.join(tree, folder), { recursive: true });
    copyFileSync(busybox, path.join(tree, "bin/busybox"));
    for (const name of execFileSync(busybox, ["--list"], { encoding: "utf8" }).trim().split("\n")) {
      if (name !== "busybox") symlinkSync("busybox", path.join(tree, "bin", name));
    }
    copyFileSync(bash, path.join(tree, "bin/bash"));
    copyPython(tree, python);
    const modules = path.join(tree, python.library, "lib-dynload");
    const programs = [bash, python.executable, ...readdirSync(modules).map((name) => path.join(modules, name))];
    for (const library of librariesOf(programs)) place(tree, library);
    // A home of root's own, where Python may lie, is closed; inside anyone runs it.
    execFileSync("chmod", ["-R", "a+rX", tree]);
    chmodSync(path.join(tree, "tmp"), 0o1777);
    sendImage(socket, tree, path.join(root, "image.tar"));
    return true;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function requirePython(): HostPython | null {
  const found = findPython();
  if (found !== null || requireProgram("pip3", "python3-pip") === null) return found;
  const installed = findPython();
  if (installed === null) throw new Error("There is a pip3 but no python3 that imports pip: the image tests need one.");
  return installed;
}

/** A Python of this machine with pip: the system's, which is small, before any other. */
function findPython(): HostPython | null {
  const facts =
    "executable=os.path.realpath(sys.executable), library=sysconfig.get_path('stdlib'), pip=pip.__path__[0]";
  const question = `import json, os, pip, sys, sysconfig; print(json.dumps(dict(${facts})))`;
  for (const program of ["/usr/bin/python3", findProgram("python3") ?? ""].filter((one) => existsSync(one))) {
    try {
      return JSON.parse(execFileSync(program, ["-c", question], { encoding: "utf8", stdio: "pipe" }));
    } catch {
      // Without pip.
    }
  }
  return null;
}

/** Every step of a build copies the whole system, file by file: it has as few as possible. */
function copyPython(tree: string, { executable, library, pip }: HostPython): void {
  place(tree, executable);
  place(tree, path.join(library, "os.py"));
  const modules = path.join(library, "lib-dynload");
  for (const name of readdirSync(modules)) if (!heavyModules.test(name)) place(tree, path.join(modules, name));
  const archive = `${path.basename(library).replace(".", "")}.zip`;
  execFileSync(executable, ["-c", pack, library, pip, path.join(tree, path.dirname(library), archive)]);
  const inside = path.join(tree, "usr/bin/python3");
  if (!existsSync(inside)) symlinkSync(executable, inside);
}

function librariesOf(programs: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const program of programs) {
    const said = execFileSync("ldd", [program], { encoding: "utf8" });
    for (const [, library] of said.matchAll(/(?:=>\s*|^\s*)(\/\S+)\s+\(0x/gm)) found.add(library!);
  }
  return found;
}

function place(tree: string, file: string): void {
  const target = path.join(tree, file);
  if (existsSync(target)) return;
  mkdirSync(path.dirname(target), { recursive: true });
  copyFileSync(file, target);
}

function sendImage(socket: string, tree: string, archive: string): void {
  execFileSync("tar", ["-C", tree, "--numeric-owner", "--owner=0", "--group=0", "-cf", archive, "."]);
  const [repository, tag] = pythonImage.split(":");
  const place = `http://docker/images/create?fromSrc=-&repo=${repository}&tag=${tag}`;
  const options = ["-sS", "--fail", "--unix-socket", socket, "-X", "POST", "-H", "Content-Type: application/x-tar"];
  execFileSync("curl", [...options, "-T", archive, place]);
}

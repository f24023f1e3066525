import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** A 7-Zip to run: the one installed on this machine, or the WebAssembly build that comes with the package. */
export interface SevenZipProgram {
  kind: "system" | "wasm";
  command: string;
  /** Arguments that precede 7-Zip's own. */
  leading: string[];
}

/** The exit code and output of a 7-Zip run. */
export interface SevenZipResult {
  code: number;
  output: string;
  errors: string;
}

/** The installed `7zz` or `7z`, which uses all processors; otherwise the WebAssembly build, which runs anywhere. */
export function findSevenZip(searchPath = process.env.PATH ?? ""): SevenZipProgram {
  for (const name of ["7zz", "7z"]) {
    for (const directory of searchPath.split(path.delimiter)) {
      const command = path.join(directory, name);
      if (directory !== "" && isExecutable(command)) return { kind: "system", command, leading: [] };
    }
  }
  return wasmSevenZip();
}

/** The WebAssembly build, in a separate process: it would block this one, and a process can be stopped. */
export function wasmSevenZip(): SevenZipProgram {
  const module = createRequire(import.meta.url).resolve("7z-wasm");
  return { kind: "wasm", command: process.execPath, leading: ["--eval", wasmLauncher, "--", module] };
}

/** A path as the program sees it: the WebAssembly build has its own file tree, with the host's below `/host`. */
export function sevenZipPath(program: SevenZipProgram, file: string): string {
  const absolute = path.resolve(file);
  if (program.kind === "system") return absolute;
  return `/host/${path.relative(path.parse(absolute).root, absolute).split(path.sep).join("/")}`;
}

/** Runs 7-Zip to its end, whatever its exit code. `onPercent` is called with its progress, if it prints any. */
export function runSevenZip(
  program: SevenZipProgram,
  parameters: string[],
  options: { cwd?: string; signal?: AbortSignal | undefined; onPercent?: (percent: number) => void } = {},
): Promise<SevenZipResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program.command, [...program.leading, ...parameters], {
      cwd: options.cwd,
      signal: options.signal,
      killSignal: "SIGKILL",
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, LC_ALL: "C.UTF-8" },
    });
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    child.stdout.on("data", (piece: Buffer) => {
      if (options.onPercent === undefined) return output.push(piece);
      const percent = piece
        .toString("latin1")
        .match(/\d+(?=%)/g)
        ?.at(-1);
      if (percent !== undefined) options.onPercent(Number(percent));
    });
    child.stderr.on("data", (piece: Buffer) => errors.push(piece));
    let failure: Error | null = null;
    child.once("error", (error) => {
      failure = error;
    });
    // Not on "exit": only now are its files closed, so that the caller may remove them.
    child.once("close", (code) => {
      if (failure !== null) return reject(options.signal?.aborted === true ? options.signal.reason : failure);
      resolve({ code: code ?? -1, output: decode(output), errors: decode(errors) });
    });
  });
}

function decode(pieces: Buffer[]): string {
  return Buffer.concat(pieces).toString("utf8");
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Runs in the child process. It is a string because it must work whether or not this module was compiled. Output is
 * buffered, because one write per character would take minutes for a long listing.
 */
const wasmLauncher = `
const fs = require("node:fs");
const path = require("node:path");
const [module, ...parameters] = process.argv.slice(1);
const channel = (descriptor) => {
  const bytes = Buffer.alloc(65536);
  let used = 0;
  const flush = () => {
    for (let at = 0; at < used; ) at += fs.writeSync(descriptor, bytes, at, used - at);
    used = 0;
  };
  const put = (code) => {
    if (code === null) return;
    bytes[used++] = code & 255;
    if (used === bytes.length || code === 10 || code === 37) flush();
  };
  return { put, flush };
};
const out = channel(1);
const err = channel(2);
const finish = (code) => {
  out.flush();
  err.flush();
  process.exit(code);
};
require(module)({ stdin: () => null, stdout: out.put, stderr: err.put })
  .then((sevenZip) => {
    const chmod = sevenZip.FS.chmod;
    sevenZip.FS.chmod = (target, mode, dontFollow) => {
      if (mode !== 0) chmod(target, mode, dontFollow);
    };
    const root = path.parse(process.cwd()).root;
    sevenZip.FS.mkdir("/host");
    sevenZip.FS.mount(sevenZip.NODEFS, { root }, "/host");
    sevenZip.FS.chdir("/host/" + path.relative(root, process.cwd()).split(path.sep).join("/"));
    // It returns the exit code; its "quit" option is never called.
    finish(sevenZip.callMain(parameters));
  })
  .catch((error) => {
    fs.writeSync(2, String(error && error.stack ? error.stack : error));
    finish(2);
  });
`;

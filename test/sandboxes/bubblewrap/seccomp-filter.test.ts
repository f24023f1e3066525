import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { seccompFilter } from "../../../src/sandboxes/bubblewrap/seccomp/seccomp-filter.ts";
import {
  type Architecture,
  auditArchitecture,
  inspectedCalls,
  refusedCalls,
} from "../../../src/sandboxes/bubblewrap/seccomp/system-calls.ts";

const allowed = "allowed";
const fails = (error: number): string => `fails with ${error}`;

/** Runs a filter as the kernel would, on one call. */
function decide(filter: Buffer, architecture: number, call: number, values: readonly number[] = []): string {
  const data = Buffer.alloc(64);
  data.writeInt32LE(call, 0);
  data.writeUInt32LE(architecture, 4);
  for (const [index, value] of values.entries()) data.writeBigUInt64LE(BigInt(value), 16 + 8 * index);
  let accumulator = 0;
  for (let at = 0; ; at += 8) {
    const code = filter.readUInt16LE(at);
    const value = filter.readUInt32LE(at + 4);
    const jump = (holds: boolean): void => {
      at += 8 * filter.readUInt8(at + (holds ? 2 : 3));
    };
    if (code === 0x20) accumulator = data.readUInt32LE(value);
    else if (code === 0x15) jump(accumulator === value);
    else if (code === 0x35) jump(accumulator >= value);
    else if (code === 0x45) jump((accumulator & value) !== 0);
    else if (code === 0x06) return value === 0x7fff0000 ? allowed : fails(value & 0xffff);
    else throw new Error(`Unknown instruction ${code} at ${at}.`);
  }
}

describe.each<Architecture>(["x64", "arm64"])("the filter for %s", (architecture) => {
  const filter = seccompFilter(architecture);
  const here = auditArchitecture[architecture];
  const { socket, clone, clone3, ioctl } = inspectedCalls;
  const on = (call: number, ...values: number[]): string => decide(filter, here, call, values);

  test("has the bytes that were reviewed", () => {
    expect(filter).toEqual(readFileSync(new URL(`../../golden/seccomp/${architecture}.bpf`, import.meta.url)));
  });

  test.each(Object.entries(refusedCalls))("refuses %s", (_, numbers) => {
    expect(on(numbers[architecture])).toBe(fails(1));
  });

  test("allows ordinary calls", () => {
    const refused = new Set(
      [...Object.values(refusedCalls), ...Object.values(inspectedCalls)].map((n) => n[architecture]),
    );
    const ordinary = Array.from({ length: 460 }, (_, call) => call).filter((call) => !refused.has(call));
    expect(ordinary.filter((call) => on(call) !== allowed)).toEqual([]);
  });

  test("lets processes and threads start, but no namespace", () => {
    const [thread, fork] = [0x003d0f00, 0x01200011];
    expect(on(clone[architecture], thread)).toBe(allowed);
    expect(on(clone[architecture], fork)).toBe(allowed);
    for (const flag of [0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000]) {
      expect(on(clone[architecture], flag | 17)).toBe(fails(1));
    }
    expect(on(clone3[architecture])).toBe(fails(38));
  });

  test("opens unix, internet and netlink sockets only", () => {
    const open = Array.from({ length: 50 }, (_, family) => family).filter(
      (family) => on(socket[architecture], family) === allowed,
    );
    expect(open).toEqual([1, 2, 10, 16]);
    expect(on(socket[architecture], 40)).toBe(fails(97));
  });

  test("puts no keystrokes into terminals", () => {
    expect(on(ioctl[architecture], 0, 0x5401)).toBe(allowed);
    expect(on(ioctl[architecture], 0, 0x5412)).toBe(fails(1));
    expect(on(ioctl[architecture], 0, 0x541c)).toBe(fails(1));
  });

  test("allows nothing under another architecture's numbers", () => {
    expect(decide(filter, 0x40000003, 1)).toBe(fails(38));
    if (architecture === "x64") expect(on(0x40000000 + 250)).toBe(fails(38));
  });
});

import {
  type Architecture,
  allowedSocketFamilies,
  auditArchitecture,
  inspectedCalls,
  namespaceFlags,
  refusedCalls,
  refusedTerminalRequests,
} from "./system-calls.ts";

/** One instruction of the kernel's packet filter language. Jumps count the instructions to skip. */
interface Instruction {
  readonly code: number;
  readonly jumpTrue?: number;
  readonly jumpFalse?: number;
  readonly value: number;
}

/** Offsets into `struct seccomp_data`: of an argument only the low half is read, which is where these flags are. */
const offset = { call: 0, architecture: 4, argument: (index: number) => 16 + 8 * index } as const;
const errors = { notPermitted: 1, notImplemented: 38, familyNotSupported: 97 } as const;
/** The first number of the x32 interface, a second set of numbers for the same calls on x64. */
const firstX32Call = 0x40000000;

const load = (at: number): Instruction => ({ code: 0x20, value: at });
const skipUnlessEqual = (value: number, skip: number): Instruction => ({ code: 0x15, value, jumpFalse: skip });
const skipIfEqual = (value: number, skip: number): Instruction => ({ code: 0x15, value, jumpTrue: skip });
const skipUnlessAtLeast = (value: number, skip: number): Instruction => ({ code: 0x35, value, jumpFalse: skip });
const skipUnlessAnyBit = (value: number, skip: number): Instruction => ({ code: 0x45, value, jumpFalse: skip });
const allow: Instruction = { code: 0x06, value: 0x7fff0000 };
const fail = (error: number): Instruction => ({ code: 0x06, value: 0x00050000 + error });

/**
 * The filter that every process in a bubblewrap sandbox runs under, as the bytes of a `struct sock_filter` array for
 * `bwrap --seccomp`. Refused calls fail with an error, so that programs that merely probe for them go on.
 */
export function seccompFilter(architecture: Architecture): Buffer {
  const { socket, clone, clone3, ioctl } = inspectedCalls;
  const families = allowedSocketFamilies.length;
  return encode([
    // Numbers mean other calls on other architectures: 32-bit programs get nothing at all.
    load(offset.architecture),
    skipIfEqual(auditArchitecture[architecture], 1),
    fail(errors.notImplemented),
    load(offset.call),
    ...(architecture === "x64" ? [skipUnlessAtLeast(firstX32Call, 1), fail(errors.notImplemented)] : []),
    ...Object.values(refusedCalls).flatMap((numbers) => [
      skipUnlessEqual(numbers[architecture], 1),
      fail(errors.notPermitted),
    ]),
    // Its flags are in memory, out of a filter's reach. C libraries fall back on `clone` when it is missing.
    skipUnlessEqual(clone3[architecture], 1),
    fail(errors.notImplemented),
    ...inspect(clone[architecture], 0, [skipUnlessAnyBit(namespaceFlags, 1), fail(errors.notPermitted)]),
    ...inspect(socket[architecture], 0, [
      ...allowedSocketFamilies.map((family, index) => skipIfEqual(family, families - index)),
      fail(errors.familyNotSupported),
    ]),
    ...inspect(
      ioctl[architecture],
      1,
      refusedTerminalRequests.flatMap((request) => [skipUnlessEqual(request, 1), fail(errors.notPermitted)]),
    ),
    allow,
  ]);
}

/** Applies `checks` to one argument of a call, and allows the call when none of them ends the filter. */
function inspect(call: number, argument: number, checks: readonly Instruction[]): Instruction[] {
  return [skipUnlessEqual(call, checks.length + 2), load(offset.argument(argument)), ...checks, allow];
}

function encode(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(8 * program.length);
  for (const [index, { code, jumpTrue = 0, jumpFalse = 0, value }] of program.entries()) {
    bytes.writeUInt16LE(code, 8 * index);
    bytes.writeUInt8(jumpTrue, 8 * index + 2);
    bytes.writeUInt8(jumpFalse, 8 * index + 3);
    bytes.writeUInt32LE(value, 8 * index + 4);
  }
  return bytes;
}

/** The filter for this machine's processor; null where there is none for it. */
export function seccompFilterHere(): Buffer | null {
  return process.arch === "x64" || process.arch === "arm64" ? seccompFilter(process.arch) : null;
}

import type { PythonValue } from "./python-value.ts";

const boolean = /^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/;
const integer = /^[-+]?(?:0b[0-1_]+|0[0-7_]+|(?:0|[1-9][0-9_]*)|0x[0-9a-fA-F_]+|[1-9][0-9_]*(?::[0-5]?[0-9])+)$/;
const float =
  /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
const nothing = /^(?:~|null|Null|NULL|)$/;

/**
 * What PyYAML's `safe_load` makes of a plain scalar, by its version of the YAML 1.1 rules: `yes` and `off` are booleans but `y`
 * is not, `010` is eight, `1:30` is ninety, `1e3` without a point is a string. Dates stay strings.
 */
export function resolveScalar(text: string): PythonValue {
  if (nothing.test(text)) return null;
  if (boolean.test(text)) return /^(?:yes|true|on)$/i.test(text);
  if (integer.test(text)) return parseInteger(text.replaceAll("_", ""));
  if (float.test(text)) return parseFloating(text.replaceAll("_", "").toLowerCase());
  return text;
}

function parseInteger(text: string): bigint {
  const negative = text.startsWith("-");
  const digits = text.replace(/^[-+]/, "");
  const value = digits.includes(":")
    ? digits.split(":").reduce((sum, part) => sum * 60n + BigInt(part), 0n)
    : BigInt(/^0[0-7]/.test(digits) ? `0o${digits.slice(1)}` : digits);
  return negative ? -value : value;
}

function parseFloating(text: string): number {
  const sign = text.startsWith("-") ? -1 : 1;
  const digits = text.replace(/^[-+]/, "");
  if (digits === ".inf") return sign * Number.POSITIVE_INFINITY;
  if (digits === ".nan") return Number.NaN;
  return sign * digits.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
}

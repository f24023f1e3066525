/**
 * Python's `repr(float)`: the shortest digits that read back as the same double, in exponent form below 1e-4 and from
 * 1e16 up (`1e-05`, `1e+16`), otherwise always with a fraction (`1.0`). Also `-0.0`, `inf`, `-inf`, `nan`.
 *
 * @example formatPythonFloat(100000) // => "100000.0"
 */
export function formatPythonFloat(value: number): string {
  const size = Math.abs(value);
  if (size < 1e16 && (size >= 1e-4 || size === 0)) {
    // JavaScript prints this range without an exponent and with the same digits; only ".0" and the sign of zero differ.
    if (Number.isInteger(value)) return Object.is(value, -0) ? "-0.0" : `${value}.0`;
    return String(value);
  }
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
  return padExponent(value.toExponential());
}

/** Gives exponents at least two digits, as Python and C print them: `1e-7` becomes `1e-07`. */
export function padExponent(text: string): string {
  return text.at(-3) === "e" ? `${text.slice(0, -1)}0${text.at(-1)}` : text;
}

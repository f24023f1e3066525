import { z } from "zod";

const units = ["", "k", "m", "g", "t", "p"];

/** A number of bytes, or a text such as `4G`, `512mb` or `1.5 GiB`. Units are powers of 1024, as engines read them. */
export const byteSize = z.union(
  [
    z.number().nonnegative(),
    z
      .string()
      .regex(/^\s*\d+(\.\d+)?\s*[kmgtp]?(i?b)?\s*$/i)
      .transform((text) => {
        const [, number, unit] = /^\s*([\d.]+)\s*([kmgtp]?)/i.exec(text)!;
        return Math.floor(Number(number) * 1024 ** units.indexOf(unit!.toLowerCase()));
      }),
  ],
  "expected a number of bytes, or one with a unit such as 4G",
);

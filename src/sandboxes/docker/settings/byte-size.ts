import { z } from "zod";

const units = ["", "k", "m", "g", "t", "p"];

/** A number of bytes, or a text such as `4G`, `512mb` or `1.5 GiB`: every unit is a power of 1024, as engines read it. */
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
  "a size is a number of bytes, or one with a unit, as in 4G",
);

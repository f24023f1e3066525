import { expect, test } from "vitest";
import { SecretMask } from "../../src/lib/mask-secrets.ts";

/** What comes out when a text goes in as chunks of a certain size. */
function masked(text: string, secrets: readonly string[], size: number): string {
  const mask = new SecretMask(secrets);
  const bytes = Buffer.from(text);
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) parts.push(mask.next(bytes.subarray(at, at + size)));
  return Buffer.concat([...parts, mask.end()]).toString();
}

test.each([1, 2, 3, 5, 7, 1000])("secrets are blanked out in chunks of %i bytes", (size) => {
  const secrets = ["sk-123456", "sk-123456-long", "zweite-Schlüssel", "aaaaab"];
  const cases = {
    "key=sk-123456;": "key=***;",
    "sk-123456-long and sk-123456": "*** and ***",
    "sk-123456-lonely": "***-lonely",
    "sk-sk-123456": "sk-***",
    "Das ist zweite-Schlüssel, ja": "Das ist ***, ja",
    aaaaaaab: "aa***",
    "sk-12345 is not it": "sk-12345 is not it",
    "sk-123456sk-123456": "******",
    "": "",
  };
  for (const [text, expected] of Object.entries(cases)) expect(masked(text, secrets, size)).toBe(expected);
});

test("text that cannot become a secret is passed on at once", () => {
  const mask = new SecretMask(["secret-value"]);
  expect(Buffer.from(mask.next(Buffer.from("progress 10%\n"))).toString()).toBe("progress 10%\n");
  expect(Buffer.from(mask.next(Buffer.from("now sec"))).toString()).toBe("now ");
  expect(Buffer.from(mask.next(Buffer.from("onds\n"))).toString()).toBe("seconds\n");
});

test("a secret that was cut off is blanked out, and values too short to be secrets are not", () => {
  expect(masked("key secret-val", ["secret-value"], 4)).toBe("key ***");
  expect(masked("1 of 10, set to on", ["1", "on", ""], 4)).toBe("1 of 10, set to on");
  expect(masked("a\nkey-12345\nb", ["key-12345\n"], 3)).toBe("a\n***\nb");
});

import { type Browser, chromium } from "playwright-core";
import { requireProgram } from "./system-programs.ts";

const executablePath = requireProgram("chromium", "chromium");

/** Whether there is a browser to look at pages with. */
export const hasBrowser = executablePath !== null;

/** Debian's Chromium. As root, it only starts without its own sandbox; pages of tests are ours. */
export async function startBrowser(): Promise<Browser> {
  return await chromium.launch({ executablePath: executablePath!, args: ["--no-sandbox", "--disable-gpu"] });
}

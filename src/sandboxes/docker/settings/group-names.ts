import { readFileSync } from "node:fs";

/** The groups that own the device files of graphics cards. Others may own files that a mount shows. */
const graphicsGroups = ["video", "render"];

/** Whether a group, by name or number, gives access to graphics cards and nothing else on this machine. */
export function isGraphicsGroup(group: string, file = "/etc/group"): boolean {
  if (graphicsGroups.includes(group)) return true;
  return readText(file)
    .split("\n")
    .map((line) => line.split(":"))
    .some(([name, , number]) => number === group && graphicsGroups.includes(name!));
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

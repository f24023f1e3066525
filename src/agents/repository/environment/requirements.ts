/** What goes by another name in the package index than in programs, or has a successor there. */
const otherNames: Readonly<Record<string, string>> = {
  bs4: "beautifulsoup4",
  cv2: "opencv-python-headless",
  "opencv-python": "opencv-python-headless",
  pil: "pillow",
  skimage: "scikit-image",
  sklearn: "scikit-learn",
  "tensorflow-gpu": "tensorflow",
  yaml: "pyyaml",
};

const mostRequirements = 200;

/** The packages that a `requirements.txt` asks for. Options, addresses and paths are left out: they lead elsewhere. */
export function readRequirements(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/(?:^|\s)#.*$/, "").trim());
  return lines
    .filter((line) => /^[A-Za-z0-9][\w.-]*(?:\[[\w,\s-]*\])?\s*(?:[<>=!~;].*)?$/.test(line))
    .slice(0, mostRequirements);
}

/** The list to try next, and what was changed. */
export interface Repaired {
  readonly requirements: readonly string[];
  readonly change: string;
}

/**
 * Requirements without what an installation failed at: a version that does not exist is left open, a name is replaced by
 * the one that the index knows, and anything else is left out. Null when the output names none of them.
 */
export function repairRequirements(requirements: readonly string[], output: string): Repaired | null {
  const named = failedPackage(output);
  const index = requirements.findIndex((each) => nameOf(each) === named);
  const failed = requirements[index];
  if (named === null || failed === undefined) return null;
  const replaced = otherNames[named];
  const next = /[<>=!~]/.test(failed) ? nameOf(failed) : replaced;
  const known = next === undefined || requirements.some((each, at) => at !== index && nameOf(each) === next);
  if (known) return { requirements: requirements.filter((_, at) => at !== index), change: `left out ${failed}` };
  return { requirements: requirements.with(index, next), change: `${failed} became ${next}` };
}

/** Whether the package index cannot be reached at all, so that trying again is useless. */
export function isOffline(output: string): boolean {
  return /name resolution|Network is unreachable|Failed to establish a new connection|getaddrinfo failed/i.test(output);
}

function failedPackage(output: string): string | null {
  const patterns = [
    /No matching distribution found for ([\w.-]+)/,
    /Could not find a version that satisfies the requirement ([\w.-]+)/,
    /Failed (?:to build|building wheel for) ([\w.-]+)/,
    /ResolutionImpossible[\s\S]*?requested ([\w.-]+)/,
  ];
  for (const pattern of patterns) {
    const name = pattern.exec(output)?.[1];
    if (name !== undefined) return name.toLowerCase();
  }
  return null;
}

function nameOf(requirement: string): string {
  return /^[\w.-]+/.exec(requirement)![0].toLowerCase();
}

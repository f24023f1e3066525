import { expect, test } from "vitest";
import {
  isOffline,
  readRequirements,
  repairRequirements,
} from "../../../src/agents/repository/environment/requirements.ts";

test("only packages are read from requirements: no options, addresses, paths or comments", () => {
  const text = [
    "numpy>=1.20,<2  # arrays",
    "# torch",
    "",
    "scikit-learn==1.2.1",
    "uvicorn[standard]",
    "pandas; python_version < '3.9'",
    "-r more.txt",
    "--index-url https://example.com",
    "git+https://example.com/x.git",
    "./local",
    "package @ https://example.com/a.whl",
    "a b",
    "$(touch x)",
  ].join("\r\n");
  expect(readRequirements(text)).toEqual([
    "numpy>=1.20,<2",
    "scikit-learn==1.2.1",
    "uvicorn[standard]",
    "pandas; python_version < '3.9'",
  ]);
});

test.each([
  [
    "a version that does not exist is left open",
    ["numpy", "torch==99"],
    "ERROR: No matching distribution found for torch==99",
    ["numpy", "torch"],
  ],
  [
    "a name is replaced by the one the index knows",
    ["sklearn"],
    "ERROR: No matching distribution found for sklearn",
    ["scikit-learn"],
  ],
  [
    "a replacement that is there already is left out",
    ["cv2", "opencv-python-headless"],
    "No matching distribution found for cv2",
    ["opencv-python-headless"],
  ],
  [
    "what cannot be found at all is left out",
    ["numpy", "secret"],
    "No matching distribution found for secret",
    ["numpy"],
  ],
  ["what cannot be built is left out", ["Old", "numpy"], "error: Failed building wheel for old", ["numpy"]],
])("%s", (_, before, output, after) => {
  expect(repairRequirements(before, output)?.requirements).toEqual(after);
});

test("output that names no requirement repairs nothing", () => {
  expect(repairRequirements(["numpy"], "Killed")).toBeNull();
  expect(repairRequirements(["numpy"], "No matching distribution found for other")).toBeNull();
});

test("a missing network is told from a missing package", () => {
  expect(
    isOffline(
      "NewConnectionError: Failed to establish a new connection: [Errno -3] Temporary failure in name resolution",
    ),
  ).toBe(true);
  expect(isOffline("No matching distribution found for torch==99")).toBe(false);
});

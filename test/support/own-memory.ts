/** Bytes that this test file's thread holds; other files run in threads of the same process. */
export function ownMemory(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

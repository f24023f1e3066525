/** Whether a name is that of `temporarySibling`: a file that was being written when its process was killed. */
export function isTemporary(name: string): boolean {
  return /^\.[^/]+\.writing-[0-9a-f]{8}$/.test(name);
}

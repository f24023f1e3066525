/** Whether `temporarySibling` made this name, for a file that was being written when its process was killed. */
export function isTemporary(name: string): boolean {
  return /^\.[^/]+\.writing-[0-9a-f]{8}$/.test(name);
}

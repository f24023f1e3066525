/** Folders that are links to folders of `/usr` on most systems. */
export const linkedFolders: readonly string[] = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

/** The host's folders of programs and libraries, which commands see as they are. */
export const programFolders: readonly string[] = ["/usr", ...linkedFolders];

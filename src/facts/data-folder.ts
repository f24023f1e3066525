/** The folder of the files that ship with this package. */
export const dataFolder = new URL("../../data/", import.meta.url);

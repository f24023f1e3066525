/** A version that always means the same files. */
export const exactVersion = /^\d+(\.\d+)+([-+.]?[0-9A-Za-z][0-9A-Za-z.-]*)?$/;

/**
 * The rules by which a competition is prepared and graded, the default first. `v1` reproduces the Python reference, bugs
 * included.
 */
export const editions = ["v1"] as const;
export type Edition = (typeof editions)[number];

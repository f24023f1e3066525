/** A class label or the name of a group, compared by value. */
export type Label = string | number | bigint | boolean;

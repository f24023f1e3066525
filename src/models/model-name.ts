/** A model as it is asked for: `provider/model`. */
export interface ModelName {
  readonly provider: string;
  /** The provider's own name for it, which may contain slashes. */
  readonly model: string;
}

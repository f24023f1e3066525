import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { MissingData } from "../../lib/errors.ts";

/** The folder `environment` of this package, from which images are built. */
export function environmentFolder(): string {
  // In the bundled command this code is one folder higher than in the library.
  const places = ["../../environment/", "../../../environment/"].map((place) => new URL(place, import.meta.url));
  const found = places.find((place) => existsSync(new URL("Dockerfile", place)));
  if (found !== undefined) return fileURLToPath(found);
  throw new MissingData("The folder `environment` is missing from this installation of mlebench: install it again.");
}

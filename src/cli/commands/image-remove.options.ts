import { Command } from "@commander-js/extra-typings";
import { json, type OptionsOf, socket } from "../options.ts";

export const imageRemove = new Command("rm")
  .description("Remove images that mlebench built")
  .argument("<names...>", "The images")
  .addOption(socket())
  .addOption(json());

export type ImageRemoveOptions = OptionsOf<typeof imageRemove>;

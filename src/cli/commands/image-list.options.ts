import { Command } from "@commander-js/extra-typings";
import { json, type OptionsOf, socket } from "../options.ts";

export const imageList = new Command("list")
  .description("List the images that mlebench built")
  .addOption(socket())
  .addOption(json());

export type ImageListOptions = OptionsOf<typeof imageList>;

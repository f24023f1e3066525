import { Command } from "@commander-js/extra-typings";
import { json, type OptionsOf, split } from "../options.ts";

export const list = new Command("list").description("List the competitions").addOption(split()).addOption(json());

export type ListOptions = OptionsOf<typeof list>;

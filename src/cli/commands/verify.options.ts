import { Command } from "@commander-js/extra-typings";
import { json, type OptionsOf, runDirectory, waysToName } from "../options.ts";

export const verify = new Command("verify")
  .description("Check that run groups or runs have not been changed since they were written")
  .argument("<runs-or-groups...>", `Runs or run groups: ${waysToName}`)
  .option("--head <hash>", "The hash that an earlier `verify` of the group printed")
  .option("--sign <key>", "Sign intact groups with an Ed25519 private key (PEM or OpenSSH), in GROUP.signature.json")
  .option("--signed-by <key>", "Check the groups' signatures with this Ed25519 public key (PEM or OpenSSH)")
  .addOption(runDirectory())
  .addOption(json());

export type VerifyOptions = OptionsOf<typeof verify>;

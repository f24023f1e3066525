import { Command } from "@commander-js/extra-typings";
import {
  allCompetitions,
  competitionIds,
  competitionList,
  dataDirectory,
  examples,
  json,
  lite,
  nonNegativeNumber,
  type OptionsOf,
  positiveInteger,
  split,
} from "../options.ts";

export const downloadKernels = new Command("download-kernels")
  .description("Download public kernels into the data folder, for `audit plagiarism`")
  .addOption(competitionIds())
  .addOption(lite())
  .addOption(allCompetitions())
  .addOption(split())
  .addOption(competitionList())
  .option("--kernels <file>", "A list of your own for one competition, one user/kernel per line (default: upstream's)")
  .option("--most <count>", "Only the first ones of each list", positiveInteger)
  .option("--pause <seconds>", "How long to wait between two requests", nonNegativeNumber, 1)
  .option("--force", "Download kernels again even if they are there")
  .addOption(dataDirectory())
  .addOption(json())
  .addHelpText(
    "after",
    examples(
      "dev download-kernels -c leaf-classification",
      "dev download-kernels --lite --most 20",
      "dev download-kernels -c spaceship-titanic --kernels my-kernels.txt",
    ),
  );

export type DownloadKernelsOptions = OptionsOf<typeof downloadKernels>;

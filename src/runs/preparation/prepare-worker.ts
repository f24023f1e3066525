import { parentPort, workerData } from "node:worker_threads";
import { getCompetition } from "../../competitions/get-competition.ts";
import { throttleProgress } from "./preparation-progress.ts";
import { describeError, type PreparationMessage, type PreparationTask } from "./prepare-batch.ts";
import { prepareUnderLock } from "./prepare-competition.ts";

const { competitionId, edition, options } = workerData as PreparationTask;
const port = parentPort!;
const say = (message: PreparationMessage): void => port.postMessage(message);
const controller = new AbortController();
port.on("message", () => controller.abort());

async function work(): Promise<void> {
  try {
    const preparation = await prepareUnderLock(await getCompetition(competitionId, { edition }), {
      ...options,
      signal: controller.signal,
      onProgress: throttleProgress((progress) => say({ progress })),
    });
    say({ preparation });
  } catch (error) {
    say({ error: describeError(error) });
  } finally {
    port.close();
  }
}

void work();

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { localSandboxes } from "../../../src/sandboxes/local/local.ts";
import { shell, withSandbox } from "../../support/sandbox-folders.ts";
import { requireProgram } from "../../support/system-programs.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { competitionId, preparePublicData, sharesHostNetwork, startValidation, validationAccess } from "./fixture.ts";

const place = temporaryDirectory();
const curl = requireProgram("curl", "curl");
const samplePath = join(await preparePublicData(place("data")), "sample_submission.csv");

test("an agent without isolation finds the port and the script in its environment", async () => {
  const { traits } = localSandboxes();
  const setting = { traits, network: "none" } as const;
  const listen = sharesHostNetwork(setting);
  await using validation = await startValidation({ competitionId, samplePath, listen, onCall: () => undefined });
  const { readOnly, environment, wrap } = validationAccess(validation, setting);
  await withSandbox(localSandboxes(), { readOnly, environment }, async (sandbox) => {
    const submission = join(sandbox.paths.submission, "submission.csv");
    await sandbox.writeFile(submission, readFileSync(samplePath));
    const valid = '{"result":"Submission is valid.","valid":true}';
    if (curl !== null) {
      const form = await sandbox.run(wrap(shell('curl -sS -F "file=@$SUBMISSION_DIR/submission.csv" $VALIDATE_URL')));
      expect(form.output).toBe(valid);
    }
    const script = await sandbox.run(wrap(shell('sh "$VALIDATE_SCRIPT" "$SUBMISSION_DIR/submission.csv"')));
    expect(script).toMatchObject({ exitCode: 0, output: `${valid}\n` });
    // Without curl: a path with nothing but what the script needs besides.
    const bare = "mkdir bin; for p in sh dirname; do ln -s $(command -v $p) bin/$p; done";
    const line = `${bare}; PATH=$PWD/bin sh "$VALIDATE_SCRIPT" "$SUBMISSION_DIR/submission.csv"`;
    expect(await sandbox.run(wrap(shell(line)))).toMatchObject({ exitCode: 0, output: `${valid}\n` });
    await sandbox.writeFile(submission, "id\n1\n");
    expect((await sandbox.run(wrap(shell('"$VALIDATE_SCRIPT" "$SUBMISSION_DIR/submission.csv"')))).exitCode).toBe(1);
  });
});

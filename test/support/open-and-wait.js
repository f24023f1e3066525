// Opens a bubblewrap sandbox with the built code and runs what never ends: a process to be killed by a test.
import { bubblewrapSandboxes } from "../../dist/sandboxes/bubblewrap.js";

const [root, seconds] = process.argv.slice(2);
const sandbox = await bubblewrapSandboxes().open({
  name: "crash",
  publicData: `${root}/public`,
  workspace: `${root}/workspace`,
  network: "none",
  limits: { memoryMb: 200, processes: 50 },
});
await sandbox.run(["/bin/sh", "-c", `setsid sleep ${seconds} & exec sleep ${seconds}`]);

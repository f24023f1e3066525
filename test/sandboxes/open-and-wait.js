// Opens a sandbox and runs what never ends: a process to be killed by a test. `module` has a registry of built code.
const [module, name, settings, root, seconds, spec] = process.argv.slice(2);
const { sandboxKind } = await import(module);
const provider = await sandboxKind(name).create(JSON.parse(settings));
const sandbox = await provider.open({
  name: "crash",
  publicData: `${root}/public`,
  workspace: `${root}/workspace`,
  network: "none",
  limits: { memoryMb: 200, processes: 50 },
  ...JSON.parse(spec),
});
await sandbox.run(["/bin/sh", "-c", `setsid sleep ${seconds} & env -i sleep ${seconds} & exec sleep ${seconds}`]);

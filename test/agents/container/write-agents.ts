import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const configs: Readonly<Record<string, string>> = {
  plain: "plain:\n  start: plain/start.sh\n  dockerfile: plain/Dockerfile\n",
  rootlike: `
rootlike:
  start: rootlike/start.sh
  dockerfile: rootlike/Dockerfile
  kwargs_type: argparse
  kwargs: {model: m-1, shm_size: "100G", quick: True, rate: 0.50}
  privileged: true
`,
  tree: `
vars:
  steps: &steps 500
defaults: &defaults
  start: tree/start.sh
  dockerfile: tree/Dockerfile
  kwargs_type: omegaconf
  env_vars: &env_vars
    TIME_LIMIT_SECS: 86400
    QUIET: True
common: &common
  copy_data: False
  search.probability: 1.0
tree:
  <<: *defaults
  kwargs:
    <<: *common
    agent.steps: *steps
  env_vars: &with_key
    <<: *env_vars
    TREE_KEY: \${{ secrets.TREE_KEY }}
tree/dev:
  <<: *defaults
  kwargs:
    <<: *common
    agent.steps: 8
  env_vars: *with_key
tree/GPT_4.1:
  <<: *defaults
`,
};

/** The start script of the agents below: it prints its arguments and submits something. */
const start = `#!/bin/bash
echo "started in $PWD with $*"
echo "$AGENT_DIR $TIME_LIMIT_SECS $QUIET \${#TREE_KEY}"
printf 'id,x\\n1,2\\n' > "$SUBMISSION_DIR/submission.csv"
`;

/** Writes a folder of agents in upstream's layout: one plain, one privileged, one with variants. */
export function writeAgents(folder: string): void {
  for (const [name, config] of Object.entries(configs)) {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, "config.yaml"), config);
    writeFileSync(join(folder, name, "Dockerfile"), "FROM mlebench-env\nCOPY . /home/agent\n");
    writeFileSync(join(folder, name, "start.sh"), start);
  }
}

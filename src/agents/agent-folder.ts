/** Where an agent's own files are inside, for every agent that has some: upstream's AGENT_DIR. */
export const agentFolder = "/home/agent";

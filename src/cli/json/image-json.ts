import type { ListedImage } from "../../runs/images/list-images.ts";

/** A container image that mlebench built. */
export function imageJson({ name, id, agentId, version, created, bytes }: ListedImage) {
  return {
    name,
    id,
    kind: agentId === null ? "environment" : "agent",
    agent_id: agentId,
    version,
    created_at: created.toISOString(),
    bytes,
  };
}

/** The image that `image build` made. */
export function builtImageJson(built: { name: string; id: string; agentId?: string }, seconds: number) {
  return { name: built.name, id: built.id, agent_id: built.agentId ?? null, seconds };
}

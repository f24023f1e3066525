/** The image of `mlebench image build`: the default of container sandboxes, and what agents' Dockerfiles begin with, here as upstream. */
export const environmentImage = "mlebench-env";

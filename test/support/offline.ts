/** An environment in which a command reaches neither Kaggle nor upstream, and finds no credentials. */
export const offline = {
  MLEBENCH_KAGGLE_URL: "http://127.0.0.1:1",
  MLEBENCH_UPSTREAM_URL: "http://127.0.0.1:1",
  KAGGLE_CONFIG_DIR: "/nowhere",
  KAGGLE_API_TOKEN: "",
  KAGGLE_USERNAME: "",
  KAGGLE_KEY: "",
} as const;

import { z } from "zod";
import { ZipReader } from "../../src/lib/archive/zip-reader.ts";

/** What Inspect's published schema requires of the parts that we write, with its enumerations. Members that we never write are left out. */
const time = z.iso.datetime({ offset: true });
const record = z.record(z.string(), z.unknown());
const count = z.int().nonnegative();

const usage = z.strictObject({
  input_tokens: count,
  output_tokens: count,
  total_tokens: count,
  input_tokens_cache_read: count.optional(),
  input_tokens_cache_write: count.optional(),
  reasoning_tokens: count.optional(),
  total_cost: z.number().optional(),
});
const usages = z.record(z.string(), usage);

const toolCall = z.strictObject({
  id: z.string(),
  function: z.string(),
  arguments: record,
  type: z.literal("function"),
  parse_error: z.string().optional(),
});
const common = { id: z.string(), content: z.string(), source: z.enum(["input", "generate", "operator"]).optional() };
const assistant = z.strictObject({
  ...common,
  role: z.literal("assistant"),
  model: z.string().optional(),
  tool_calls: z.array(toolCall).optional(),
});
const toolError = z.strictObject({ type: z.enum(["parsing", "timeout", "limit", "unknown"]), message: z.string() });
const message = z.discriminatedUnion("role", [
  z.strictObject({ ...common, role: z.literal("system") }),
  z.strictObject({ ...common, role: z.literal("user") }),
  assistant,
  z.strictObject({
    ...common,
    role: z.literal("tool"),
    tool_call_id: z.string(),
    function: z.string().optional(),
    error: toolError.optional(),
  }),
]);

const output = z.strictObject({
  model: z.string(),
  choices: z.array(
    z.strictObject({
      message: assistant,
      stop_reason: z.enum(["stop", "max_tokens", "model_length", "tool_calls", "content_filter", "unknown"]),
    }),
  ),
  completion: z.string(),
  usage: usage.optional(),
  time: z.number().optional(),
  error: z.string().optional(),
});

/** A flat map: Inspect refuses nested values. */
const score = z.strictObject({
  value: z.record(z.string(), z.union([z.boolean(), z.number(), z.null()])),
  answer: z.string().optional(),
  explanation: z.string().optional(),
  metadata: record.optional(),
  history: z.tuple([]),
});
const error = z.strictObject({ message: z.string(), traceback: z.string(), traceback_ansi: z.string() });
const limitType = z.enum(["time", "working", "message", "token", "turn", "cost", "operator", "custom"]);
const sandbox = z.strictObject({ type: z.string(), config: z.null() });

const toolInfo = z.strictObject({
  name: z.string(),
  description: z.string(),
  parameters: z.strictObject({
    type: z.literal("object"),
    properties: z.record(z.string(), z.looseObject({ default: z.null() })),
    required: z.array(z.string()),
  }),
});
const placed = { uuid: z.string(), span_id: z.string(), timestamp: time, working_start: z.number().nonnegative() };
const working = { completed: time.optional(), working_time: z.number().optional() };
const event = z.discriminatedUnion("event", [
  z.strictObject({
    ...placed,
    event: z.literal("sample_init"),
    sample: z.strictObject({ id: z.string(), input: z.string(), target: z.string(), sandbox: sandbox.optional() }),
    state: record,
  }),
  z.strictObject({
    ...placed,
    event: z.literal("span_begin"),
    id: z.string(),
    type: z.string(),
    name: z.string(),
    parent_id: z.string().optional(),
  }),
  z.strictObject({ ...placed, event: z.literal("span_end"), id: z.string() }),
  z.strictObject({
    ...placed,
    ...working,
    event: z.literal("model"),
    model: z.string(),
    role: z.string().optional(),
    input: z.tuple([]),
    input_refs: z.array(z.tuple([count, count])),
    tools: z.array(toolInfo),
    tool_choice: z.literal("auto"),
    config: z.strictObject({}),
    output,
    retries: z.int().optional(),
    error: z.string().optional(),
    metadata: record.optional(),
  }),
  z.strictObject({
    ...placed,
    ...working,
    event: z.literal("tool"),
    id: z.string(),
    type: z.literal("function"),
    function: z.string(),
    arguments: record,
    result: z.string(),
    events: z.tuple([]),
    failed: z.boolean().optional(),
    error: toolError.optional(),
  }),
  z.strictObject({ ...placed, event: z.literal("info"), source: z.string(), data: z.json() }),
  z.strictObject({
    ...placed,
    event: z.literal("score"),
    scorer: z.string(),
    intermediate: z.boolean(),
    target: z.string().optional(),
    score,
  }),
  z.strictObject({
    ...placed,
    event: z.literal("sample_limit"),
    type: limitType,
    limit: z.number(),
    message: z.string(),
  }),
  z.strictObject({ ...placed, event: z.literal("error"), error }),
]);

export const inspectSample = z.strictObject({
  id: z.string(),
  epoch: z.int().positive(),
  input: z.string(),
  target: z.string(),
  sandbox: sandbox.optional(),
  messages: z.array(message),
  output,
  scores: z.record(z.string(), score).optional(),
  metadata: record,
  store: z.strictObject({}),
  events: z.array(event),
  events_data: z.strictObject({ messages: z.array(message), calls: z.tuple([]) }),
  model_usage: usages,
  role_usage: usages,
  attachments: z.strictObject({}),
  uuid: z.string().regex(/^[0-9A-Za-z]{22}$/),
  started_at: time.optional(),
  completed_at: time.optional(),
  total_time: z.number().optional(),
  working_time: z.number().optional(),
  turn_count: z.int().optional(),
  limit: z.strictObject({ type: limitType, limit: z.number() }).optional(),
  error: error.optional(),
  error_retries: z.array(error).optional(),
});

const summary = z.strictObject({
  ...inspectSample.pick({ id: true, epoch: true, input: true, target: true, metadata: true, scores: true }).shape,
  ...inspectSample.pick({ model_usage: true, role_usage: true, uuid: true, turn_count: true }).shape,
  ...inspectSample.pick({ started_at: true, completed_at: true, total_time: true, working_time: true }).shape,
  completed: z.literal(true),
  message_count: z.int(),
  error: z.string().optional(),
  limit: z.string().optional(),
  retries: z.int().optional(),
});

const id = z.string().regex(/^[0-9A-Za-z]{22}$/);
const step = z.strictObject({ solver: z.string(), params: record, params_passed: record });
const plan = z.strictObject({ name: z.string(), steps: z.array(step), config: z.strictObject({}) });
const direction = z.enum(["asc", "desc"]);
const evalSpec = z.strictObject({
  eval_id: id,
  run_id: id,
  created: time,
  task: z.string(),
  task_id: id,
  task_version: z.union([z.int(), z.string()]),
  task_display_name: z.string(),
  task_attribs: record,
  task_args: record,
  task_args_passed: record,
  solver: z.string(),
  solver_args: record,
  tags: z.array(z.string()),
  dataset: z.strictObject({
    name: z.string(),
    samples: z.int(),
    sample_ids: z.array(z.string()),
    shuffled: z.literal(false),
  }),
  sandbox: sandbox.optional(),
  model: z.string(),
  model_generate_config: z.strictObject({}),
  model_args: record,
  model_roles: z.record(z.string(), z.strictObject({ model: z.string(), config: record, args: record })).optional(),
  config: z.strictObject({
    epochs: z.int(),
    time_limit: z.int().optional(),
    working_limit: z.int().optional(),
    cost_limit: z.number().optional(),
    token_limit: z.int().optional(),
    message_limit: z.int().optional(),
    turn_limit: z.int().optional(),
  }),
  packages: z.record(z.string(), z.string()),
  metadata: record,
  scorers: z.array(
    z.strictObject({ name: z.string(), options: record, metrics: z.array(z.strictObject({ name: z.string() })) }),
  ),
  viewer: z.strictObject({
    scanner_result_view: z.strictObject({}),
    sample_score_view: z.strictObject({ default: z.enum(["chips", "grid"]) }),
    task_samples_view: z.strictObject({
      name: z.string(),
      columns: z.array(z.strictObject({ id: z.string(), visible: z.boolean() })),
      sort: z.array(z.strictObject({ column: z.string(), dir: direction })),
      multiline: z.boolean(),
      compact_scores: z.boolean(),
      score_labels: z.record(z.string(), z.string()),
      score_color_scales: z.record(
        z.string(),
        z.strictObject({
          palette: z.enum(["good-high", "good-low", "neutral", "diverging"]),
          min: z.number(),
          max: z.number(),
        }),
      ),
      color_scales_enabled: z.boolean(),
    }),
  }),
});

const metric = z.strictObject({ name: z.string(), value: z.number(), params: record });
const header = z.strictObject({
  version: z.literal(2),
  status: z.enum(["started", "success", "cancelled", "error"]),
  eval: evalSpec,
  plan,
  results: z.strictObject({
    total_samples: z.int(),
    completed_samples: z.int(),
    scores: z.array(
      z.strictObject({
        name: z.string(),
        scorer: z.string(),
        scored_samples: z.int(),
        unscored_samples: z.int(),
        params: record,
        metrics: z.record(z.string(), metric),
        metadata: record,
      }),
    ),
  }),
  stats: z.strictObject({
    started_at: time,
    completed_at: time,
    model_usage: usages,
    role_usage: usages,
    connection_limit_history: z.tuple([]),
  }),
  invalidated: z.literal(false),
  tags: z.array(z.string()),
  metadata: record,
});

const jsonLog = z.strictObject({ ...header.shape, samples: z.array(inspectSample) });
const start = header.pick({ version: true, eval: true, plan: true });

export type CheckedSample = z.infer<typeof inspectSample>;
export type CheckedLog = z.infer<typeof jsonLog>;

/** A log in JSON, checked. */
export function checkJsonLog(text: string): CheckedLog {
  return jsonLog.parse(JSON.parse(text));
}

/** A log in a zip archive, checked member by member. */
export async function readEvalLog(path: string): Promise<CheckedLog & { readonly members: readonly string[] }> {
  const reader = await ZipReader.open(path);
  try {
    const contents = new Map<string, unknown>();
    for (const entry of reader.entries)
      contents.set(entry.name, JSON.parse((await reader.read(entry)).toString("utf8")));
    const members = [...contents.keys()];
    start.parse(contents.get("_journal/start.json"));
    z.array(summary).parse(contents.get("summaries.json"));
    z.array(summary).parse(contents.get("_journal/summaries/1.json"));
    const samples = members.filter((name) => name.startsWith("samples/")).map((name) => contents.get(name));
    return { ...header.parse(contents.get("header.json")), samples: z.array(inspectSample).parse(samples), members };
  } finally {
    await reader.close();
  }
}

/** A finding about a flow (docs/check.md#formats). */
export interface FlowFinding {
  /** What kind of thing was found (docs/check.md#codes). */
  code: string;
  severity: "error" | "warning";
  /** Where it is in the text, from 1; columns count characters. */
  line: number;
  column: number;
  /** JSON pointer into the flow. */
  pointer: string;
  /** The ids of the page and of the question or element there, for people. */
  within: string | null;
  /** What the message names, by name. */
  params: Record<string, string>;
  /** What is wrong, and what to do, in a sentence. */
  message: string;
  /** What mends it, as a JSON Patch (RFC 6902), if that is certain. */
  fix: PatchOperation[] | null;
}

export type PatchOperation =
  | { op: "add"; path: string; value: unknown }
  | { op: "move"; from: string; path: string }
  | { op: "remove"; path: string };

/** Checks a flow's JSON text, as `pulsen check` does. It takes milliseconds. */
export type CheckFlow = (text: string) => FlowFinding[];

let loading: Promise<CheckFlow> | undefined;

/**
 * Loads the check of flows with the first call, and returns it (docs/check.md#in-the-browser). Rejects if it cannot be loaded; the
 * next call tries again.
 */
export function loadFlowCheck(): Promise<CheckFlow> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<CheckFlow> {
  const { default: start, check } = await import("check-wasm");
  await start();
  return (text) => JSON.parse(check(text)) as FlowFinding[];
}

import type { UploadTextKey } from "./texts/catalog";
import type { UploadItem, UploadProblem, UploadState } from "./uploadItem";

/** What a screen reader says about a change of a question's files. */
export interface Announcement {
  key: Extract<UploadTextKey, `announce_${string}`>;
  name: string;
  percent?: number;
  problem?: UploadProblem;
}

/** A single upload is announced at each quarter; of several, only beginning and end are. */
const STEP_PERCENT = 25;

/** Returns what is to be said about the latest change; `undefined` where nothing is. */
export function announce(
  before: readonly UploadItem[],
  after: readonly UploadItem[],
): Announcement | undefined {
  const known = new Map(before.map((item) => [item.key, item]));
  const isAlone = after.filter(({ state }) => state.kind === "uploading").length === 1;
  const changes = after.map((item) => announceFile(known.get(item.key), item, isAlone));
  const said = changes.filter((change) => change !== undefined).pop();
  if (said) return said;
  const removed = before.find(({ key }) => !after.some((item) => item.key === key));
  return removed && { key: "announce_removed", name: removed.name };
}

function announceFile(
  before: UploadItem | undefined,
  { name, state }: UploadItem,
  isAlone: boolean,
): Announcement | undefined {
  const isNew = before?.state.kind !== state.kind;
  const hasBegun = isUnderWay(state) && !(before && isUnderWay(before.state));
  if (hasBegun) return { key: "announce_uploading", name };
  switch (state.kind) {
    case "waiting":
      return undefined;
    case "uploading": {
      const earlier = before?.state.kind === "uploading" ? before.state.percent : 0;
      const isStep = Math.floor(state.percent / STEP_PERCENT) > Math.floor(earlier / STEP_PERCENT);
      return isStep && isAlone && state.percent < 100
        ? { key: "announce_progress", name, percent: state.percent }
        : undefined;
    }
    case "uploaded":
      return isNew ? { key: "announce_uploaded", name } : undefined;
    case "kept":
      return isNew ? { key: "announce_problem", name, problem: { key: "kept" } } : undefined;
    default:
      return isNew ? { key: "announce_problem", name, problem: state.problem } : undefined;
  }
}

function isUnderWay({ kind }: UploadState): boolean {
  return kind === "waiting" || kind === "uploading";
}

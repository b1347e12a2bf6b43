import type { FlowEffect, FlowEvent } from "../engine/types";
import type { StoredFile } from "../storage/storedRuns";

type RunFiles = Readonly<Record<string, StoredFile[]>>;

/** Returns the files in the answers of a run after a partial save that names some of them. */
export function filesTaken(files: RunFiles, ids: readonly string[]): Record<string, StoredFile[]> {
  const after = (file: StoredFile) => (ids.includes(file.id) ? { ...file, isTaken: true as const } : file);
  return Object.fromEntries(Object.entries(files).map(([questionId, all]) => [questionId, all.map(after)]));
}

/**
 * Returns the files in the answers of a run after an event.
 *
 * @param isKept returns whether a file is on this device only.
 */
export function filesAfter(
  files: RunFiles,
  { type, questionId = "", answer }: FlowEvent,
  effects: readonly FlowEffect[],
  isKept: (id: string) => boolean,
  now: number,
): RunFiles {
  const given = answer?.files ?? [];
  const before = files[questionId] ?? [];
  let after = files;
  if (type === "uploaded") {
    const added = given.map((file) => (isKept(file.id) ? file : { ...file, uploadedAt: now }));
    after = { ...files, [questionId]: [...before, ...added] };
  } else if (type === "answered" && before.length > 0) {
    after = { ...files, [questionId]: before.filter(({ id }) => given.some((file) => file.id === id)) };
  }
  for (const effect of effects) {
    if (effect.type !== "discard_uploads") continue;
    const { questionId: discarded } = effect;
    const others = Object.entries(after).filter(([id]) => discarded !== undefined && id !== discarded);
    after = Object.fromEntries(others);
  }
  return after;
}

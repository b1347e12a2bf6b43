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
  event: FlowEvent,
  effects: readonly FlowEffect[],
  isKept: (id: string) => boolean,
  now: number,
): RunFiles {
  let after = files;
  if (event.type === "uploaded") {
    const { questionId, answer } = event;
    const added = answer.files.map((file) => (isKept(file.id) ? file : { ...file, uploadedAt: now }));
    after = { ...files, [questionId]: [...(files[questionId] ?? []), ...added] };
  } else if (event.type === "answered") {
    const { questionId, answer } = event;
    const isGiven = ({ id }: StoredFile) => answer?.files?.some((file) => file.id === id);
    const before = files[questionId] ?? [];
    if (before.length > 0) after = { ...files, [questionId]: before.filter(isGiven) };
  }
  for (const effect of effects) {
    if (effect.type !== "discard_uploads") continue;
    const { questionId: discarded } = effect;
    const others = Object.entries(after).filter(([id]) => discarded !== undefined && id !== discarded);
    after = Object.fromEntries(others);
  }
  return after;
}

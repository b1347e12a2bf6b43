import { removeFeedback } from "../storage/feedbackRecords";
import { readJson, removeEntry, writeJson } from "../storage/localStore";
import { idIn, type Save } from "./save";
import { isSettled, sendSave } from "./sendSave";

const OUTBOX = "FLOW/offline";

/** Keeps a complete feedback in the browser until there is a network, also over visits. */
export function keepSave(save: Save): void {
  writeKept([...kept().filter(({ key }) => key !== save.key), save]);
}

/**
 * Sends what is kept, oldest first, as long as the server answers. What it has taken or refused is kept no longer; the
 * rest waits for the next chance. A key that was sent before is safe to send again, so other pages of this browser
 * may do the same.
 *
 * @param onTaken hears of each that the server has stored, with its answer.
 */
export async function sendKept(apiBase: string, onTaken: (save: Save, body: unknown) => void): Promise<void> {
  for (const save of kept()) {
    const { status, body } = await sendSave(apiBase, save);
    if (!isSettled(status)) return;
    writeKept(kept().filter(({ key }) => key !== save.key));
    if (status !== 200) continue;
    // It has completed the partial save that it went on with.
    const id = idIn(body);
    if (id !== undefined) removeFeedback(id);
    onTaken(save, body);
  }
}

function kept(): Save[] {
  const all = readJson(OUTBOX);
  return Array.isArray(all) ? all.filter(isSave) : [];
}

function writeKept(saves: Save[]): void {
  if (saves.length > 0) writeJson(OUTBOX, saves);
  else removeEntry(OUTBOX);
}

function isSave(entry: Partial<Save> | null): entry is Save {
  return (
    typeof entry?.key === "string" && typeof entry.body === "string" && typeof entry.headers === "object"
  );
}

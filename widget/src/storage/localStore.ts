import { isStorageErased, recordErasure } from "./erasure";

/** Reads an entry of local storage, or of memory where the browser refused to store it (blocked, full, private). */
export function readText(key: string): string | undefined {
  if (memory.has(key)) return memory.get(key);
  try {
    return window.localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeText(key: string, text: string): void {
  if (isStorageErased()) return;
  try {
    window.localStorage.setItem(key, text);
    memory.delete(key);
  } catch {
    memory.set(key, text);
  }
}

export function removeEntry(key: string): void {
  memory.delete(key);
  try {
    window.localStorage.removeItem(key);
  } catch {
    // Storage that cannot be reached holds no entry either.
  }
}

/** Reads a JSON entry; `undefined` where there is none or where it is damaged. */
export function readJson(key: string): unknown {
  try {
    return JSON.parse(readText(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeJson(key: string, value: unknown): void {
  writeText(key, JSON.stringify(value));
}

/** Changes one entry of a stored JSON object; anything but an object under the key is replaced. */
export function updateRecord<T>(key: string, name: string, change: (before: T | undefined) => T): void {
  const all = readRecord<T>(key);
  writeJson(key, { ...all, [name]: change(all[name]) });
}

export function readRecord<T>(key: string): Record<string, T> {
  const all = readJson(key);
  return typeof all === "object" && all && !Array.isArray(all) ? (all as Record<string, T>) : {};
}

/** Removes all that Pulsen's pages have stored here. From then on this page stores nothing. */
export function eraseAll(): void {
  recordErasure();
  removeEntries(() => true);
}

/** Removes those of the entries that Pulsen's pages have stored here. */
export function removeEntries(isGone: (key: string) => boolean): void {
  removeUnstored(isGone);
  try {
    const { localStorage } = window;
    for (const key of Object.keys(localStorage)) {
      if (/^(FLOW\/|PulsenCacher::)/.test(key) && isGone(key)) localStorage.removeItem(key);
    }
  } catch {
    // Storage that cannot be reached holds nothing either.
  }
}

/** Removes those of the entries that the browser refused to store: no other page has them. */
export function removeUnstored(isGone: (key: string) => boolean): void {
  for (const key of memory.keys()) if (isGone(key)) memory.delete(key);
}

const memory = new Map<string, string>();

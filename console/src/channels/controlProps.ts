import { en, type TextKey } from "../texts/en";

/** What each control gets. `undefined` as a value means that the record does not have the field. */
export interface ControlProps {
  label: string;
  hint?: string | undefined;
  value: unknown;
  /** What the record has where nothing is typed: some have an empty text or list. */
  stored: unknown;
  isReadOnly: boolean;
  /** What is wrong, in one sentence. */
  error: string | null;
  onChange: (value: unknown) => void;
}

/** Returns the key of a text by a name that is put together; `null` where there is none. */
export function textKey(key: string): TextKey | null {
  return Object.hasOwn(en, key) ? (key as TextKey) : null;
}

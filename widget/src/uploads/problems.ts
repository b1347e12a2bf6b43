import type { Unchecked } from "../http/unchecked";
import type { SendOutcome } from "./sendFile";
import type { UploadTextKey } from "./texts/catalog";
import type { UploadState } from "./uploadItem";

type Failed = Extract<UploadState, { kind: "failed" }>;

/** What visitors read about the server's refusals, by the code of the problem (docs/api.md#refused-uploads). */
const TEXT_KEYS: Record<string, UploadTextKey> = {
  too_large: "too_large",
  required: "empty_file",
  unsupported_type: "unsupported_type",
  invalid_file: "invalid_file",
  too_many_pixels: "too_many_pixels",
  active_document: "active_document",
  harmful_file: "harmful_file",
  too_many_uploads: "too_many_uploads",
};

/** Statuses after which the same file would be refused again. */
const FINAL_STATUSES = [400, 403, 413, 422];

/** Returns the state of a file whose upload has failed. */
export function failedState({ status, body }: SendOutcome): Failed {
  const { code } = (body ?? {}) as Unchecked<"Problem">;
  return {
    kind: "failed",
    problem: { key: textKey(status, String(code)) },
    mayRetry: !FINAL_STATUSES.includes(status),
  };
}

/** Returns what visitors read about a code of the server; `undefined` for codes that say nothing about a file. */
export function textKeyOfCode(code: string): UploadTextKey | undefined {
  return Object.hasOwn(TEXT_KEYS, code) ? TEXT_KEYS[code] : undefined;
}

function textKey(status: number, code: string): UploadTextKey {
  const known = textKeyOfCode(code);
  if (known) return known;
  switch (status) {
    case 413:
      // A proxy's limit.
      return "too_large";
    case 400:
    case 403:
      return "not_taken";
    default:
      return "upload_error";
  }
}

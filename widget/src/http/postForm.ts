import { type RequestFailure, readRetryAfter } from "./retry";

/** The server's response to a form, or status 0 where none came. */
export interface FormOutcome extends RequestFailure {
  body?: unknown;
}

/** A request that makes no progress for this long has lost its connection. */
const STALL_MS = 60_000;

/**
 * Posts a form with files once. Never rejects. With `XMLHttpRequest`, because `fetch` reports no progress.
 *
 * @param onProgress gets the part of the form that has been sent, from 0 to 1.
 */
export function postForm(
  url: string,
  headers: Record<string, string>,
  form: FormData,
  onProgress: (part: number) => void,
  signal?: AbortSignal,
): Promise<FormOutcome> {
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  let stallTimer: ReturnType<typeof setTimeout> | undefined;
  const expectProgress = () => {
    clearTimeout(stallTimer);
    stallTimer = setTimeout(abort, STALL_MS);
  };

  return new Promise<FormOutcome>((resolve) => {
    request.open("POST", url);
    request.setRequestHeader("Accept", "application/json");
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      expectProgress();
      if (lengthComputable && total > 0) onProgress(loaded / total);
    };
    request.onload = () => resolve(readOutcome(request));
    request.onerror = () => resolve({ status: 0 });
    request.onabort = () => resolve({ status: 0 });
    signal?.addEventListener("abort", abort);
    expectProgress();
    request.send(form);
  }).finally(() => {
    clearTimeout(stallTimer);
    signal?.removeEventListener("abort", abort);
  });
}

function readOutcome(request: XMLHttpRequest): FormOutcome {
  return {
    status: request.status,
    ...readRetryAfter((name) => request.getResponseHeader(name)),
    body: parseJson(request.responseText),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

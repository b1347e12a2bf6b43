import { type FormOutcome, postForm } from "../http/postForm";

/** The server's response to a file, or status 0 where none came. */
export type SendOutcome = FormOutcome;

/**
 * Posts a file once, as a form. Never rejects.
 *
 * @param onProgress gets the part of the form that has been sent, from 0 to 1.
 */
export function sendFile(
  url: string,
  headers: Record<string, string>,
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const form = new FormData();
  form.append("file", file, file.name);
  return postForm(url, headers, form, onProgress, signal);
}

/** A message of the visitor that the server has not confirmed. */
export interface PendingMessage {
  /** Created before the first attempt. The server stores one message for it, however often it is sent. */
  clientKey: string;
  body: string;
  /** When it was written, in milliseconds since 1970. */
  at: number;
  attachment?: ChatFile;
  state: /** Behind others. */
    | "waiting"
    | "sending"
    /** Between two attempts: the next one follows by itself, on another visit if need be. */
    | "pausing"
    /** The server will not take it. No further attempt until the visitor asks for one. */
    | "failed"
    /** Behind one that has failed: messages arrive in the order of writing. */
    | "held";
  failedAttempts: number;
  /** How much of an attachment has been sent, from 0 to 100; -1 where that is not known. */
  progress: number;
  /** Why the server will not take it: the code of its answer. */
  reason?: string;
}

/** A file that is sent with a message, an image with its size in pixels. */
export interface ChatFile {
  blob: Blob;
  name: string;
  width: number;
  height: number;
}

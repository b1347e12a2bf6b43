/** What pages say to the service worker. */
export type PageMessage =
  /** The page came before the worker: it and what it has loaded are to be kept, too. */
  | { type: "keep"; page: string; files: string[] }
  /** A page of these files is between two runs. The worker answers with a `TakeOver` on the message's port. */
  | { type: "take_over"; files: string[] };

/**
 * What a waiting worker does with a page that is between two runs: it takes over; it is of another version of the
 * application than the page, which can reload itself; or it waits, because other pages are open.
 */
export type TakeOver = "taken" | "other_version" | "others_open";

// Names that everything on this origin shares (docs/constants.md#storage-names).

/** That of the database, of the lock of the one who sends, of the channel of its tabs, and of the event that wakes a worker. */
export const OUTBOX = "pulsen-outbox";

/**
 * The entry of local storage with what pages have left behind, by run. A page that goes away, is ended, or lacks the outbox's
 * script can write to nothing else.
 */
export const LEFT = "FLOW/left";

/** Likewise with the messages of chats, by key. */
export const LEFT_MESSAGES = "FLOW/left_messages";

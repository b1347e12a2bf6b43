// Names that everything on this origin shares (docs/constants.md#storage-names).

/** The database of the outbox. */
export const OUTBOX_DATABASE = "pulsen-outbox";

/** The lock of the one who sends feedback, and the channel on which tabs tell each other what has changed. */
export const FEEDBACK_QUEUE = "pulsen-outbox";

/** The same for chat messages. */
export const MESSAGE_QUEUE = "pulsen-messages";

/** The tag under which a service worker is woken up. */
export const SYNC_TAG = "pulsen-outbox";

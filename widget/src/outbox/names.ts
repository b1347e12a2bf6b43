// Names that everything on this origin shares (docs/constants.md#storage-names).

/** The database of the outbox. */
export const OUTBOX_DATABASE = "pulsen-outbox";

/** The lock of the one who sends. */
export const OUTBOX_LOCK = "pulsen-outbox";

/** The channel on which tabs tell each other what has changed. */
export const OUTBOX_CHANNEL = "pulsen-outbox";

/** The tag under which a service worker is woken up. */
export const SYNC_TAG = "pulsen-outbox";

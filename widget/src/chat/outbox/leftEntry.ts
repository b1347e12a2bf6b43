/**
 * The entry with what was sent and may not be in the database yet: a page that is ended at that moment can write to nothing but local
 * storage in time (docs/constants.md#storage-names).
 */
export const LEFT = "FLOW/left_messages";

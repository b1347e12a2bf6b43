/** Whether the visitor wants nothing to be stored any more. Known to parts of the application that have no document, too. */
let isErased = false;

/** From now on nothing may be stored. */
export function recordErasure(): void {
  isErased = true;
}

/** Returns whether nothing may be stored any more. */
export function isStorageErased(): boolean {
  return isErased;
}

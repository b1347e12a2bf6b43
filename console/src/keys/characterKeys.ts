/** Where the browser keeps that keys of single characters are switched off (docs/constants.md#storage-names). */
const STORAGE_NAME = "pulsen-console-keys";

/** Returns whether keys of single characters are on: they are until somebody switches them off in this browser. */
export function storedCharacterKeys(): boolean {
  try {
    return localStorage.getItem(STORAGE_NAME) !== "off";
  } catch {
    return true;
  }
}

/** Keeps the choice for the next visit. */
export function storeCharacterKeys(areOn: boolean): void {
  try {
    if (areOn) localStorage.removeItem(STORAGE_NAME);
    else localStorage.setItem(STORAGE_NAME, "off");
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

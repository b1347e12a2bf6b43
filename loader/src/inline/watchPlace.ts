import { repeat } from "../basics/listeners.ts";
import { pristine } from "../basics/pristineGlobals.ts";

/** How often the page is looked at: an application may bring the place along later, or take it away. */
const LOOK_EVERY_MS = 250;

/** After this time without a place the page's developers are told. */
const MISSING_AFTER_MS = 10_000;

/** What happens to the place. */
interface PlaceWatcher {
  onFound(place: HTMLElement): void;
  onLost(): void;
  /** Called at most once. `isSelector`: the selector can be read, and nothing matches it. */
  onMissing(isSelector: boolean): void;
}

/**
 * Looks for the element that a selector matches first, until the widget is removed.
 *
 * @param isPlaced returns whether what was added to the place is still on the page; `undefined` without a place.
 */
export function watchPlace(
  selector: string,
  isPlaced: () => boolean | undefined,
  { onFound, onLost, onMissing }: PlaceWatcher,
): void {
  const since = pristine.Date.now();
  let isReported = false;
  const reportMissing = (isSelector: boolean) => {
    if (!isReported) onMissing(isSelector);
    isReported = true;
  };
  const look = () => {
    const placed = isPlaced();
    if (placed) return;
    if (placed === false) onLost();
    try {
      const place = document.querySelector(selector);
      if (place) {
        isReported = true;
        onFound(place as HTMLElement);
      } else if (pristine.Date.now() - since >= MISSING_AFTER_MS) reportMissing(true);
    } catch {
      reportMissing(false);
    }
  };
  look();
  repeat(look, LOOK_EVERY_MS);
}

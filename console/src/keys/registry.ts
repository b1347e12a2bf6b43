import type { TextKey } from "../texts/en";
import { isOnControl, isWriting, openDialog } from "./focus";
import { areCharacters, isPress, type Press, pressesOf } from "./press";

/** Between the presses of keys that follow one another (docs/constants.md#delays). */
const NEXT_PRESS_MS = 1_000;

/** What keys do. */
export interface Key {
  /** As tinykeys writes them: `j`, `g i`, `Shift+?`, `$mod+k`, `Escape`. */
  keys: string;
  /** What they do, in the list of keys. */
  text: TextKey;
  run: (event: KeyboardEvent) => void;
  /** Whether they do nothing now, and are not listed. */
  isOff?: boolean;
}

/** The keys of a part of a page. */
export interface KeyGroup {
  /** What the part is called, in the list of keys. */
  title: TextKey;
  keys: readonly Key[];
  /** Whether they are those of a dialog: then they are the only ones. */
  isOfDialog: boolean;
}

interface Begun {
  key: Key;
  rest: Press[];
}

/** The keys of the current page. */
export interface KeyRegistry {
  /** Adds a group, whose current content `read` returns. Returns what removes it. */
  add(read: () => KeyGroup): () => void;
  /** The groups, in the order in which they were added. */
  groups(): KeyGroup[];
  /** Does what the keys are for. */
  press(event: KeyboardEvent): void;
}

/** @param areCharactersOn whether keys that are single characters do anything. */
export function createKeyRegistry(areCharactersOn: () => boolean): KeyRegistry {
  const readers = new Set<() => KeyGroup>();
  let begun: Begun[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const groups = () => [...readers].map((read) => read());
  /** The keys that count now. The latest come first: those of a page before those of the frame. */
  const current = (event: KeyboardEvent): Key[] => {
    const isDialogOpen = openDialog() !== null;
    return groups()
      .filter(({ isOfDialog }) => isOfDialog || !isDialogOpen)
      .reverse()
      .flatMap(({ keys }) => keys)
      .filter((key) => !key.isOff && isAllowed(key.keys, event));
  };
  const isAllowed = (keys: string, event: KeyboardEvent) => {
    if (areCharacters(keys) && !areCharactersOn()) return false;
    const [held, key] = pressesOf(keys)[0] ?? [[], ""];
    const isHeld = held.some((name) => name !== "Shift");
    if (isWriting(event.target)) return isHeld || /^F\d+$/.test(String(key));
    return !(/^(Enter| |Space)$/.test(String(key)) && !isHeld && isOnControl(event.target));
  };
  const next = (event: KeyboardEvent, among: Begun[]): boolean => {
    const matching = among.filter(({ rest }) => rest[0] && isPress(event, rest[0]));
    const done = matching.find(({ rest }) => rest.length === 1);
    begun = done ? [] : matching.map(({ key, rest }) => ({ key, rest: rest.slice(1) }));
    if (!done) return begun.length > 0;
    event.preventDefault();
    done.key.run(event);
    return true;
  };

  return {
    add(read) {
      readers.add(read);
      return () => readers.delete(read);
    },
    groups,
    press(event) {
      if (event.defaultPrevented || /^(Shift|Control|Alt|AltGraph|Meta|CapsLock)$/.test(event.key)) return;
      clearTimeout(timer);
      const keys = current(event);
      const going = begun.filter(({ key }) => keys.some(({ keys }) => keys === key.keys));
      if (going.length === 0 || !next(event, going))
        next(
          event,
          keys.map((key) => ({ key, rest: pressesOf(key.keys) })),
        );
      timer = setTimeout(() => {
        begun = [];
      }, NEXT_PRESS_MS);
    },
  };
}

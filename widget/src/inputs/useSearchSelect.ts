import { type ChangeEvent, type KeyboardEvent, useEffect, useState } from "react";
import { isComposing } from "./isComposing";
import { matchesQuery } from "./searchMatch";

export interface SearchOption {
  id: string;
  label: string;
  imageUrl?: string;
  isExclusive?: boolean;
}

interface Settings {
  options: SearchOption[];
  /** The ids of the selected options. */
  selected: readonly string[];
  multiSelect: boolean;
  /** Opens the list at once. */
  startsOpen: boolean;
  onChange: (selected: string[]) => void;
  onClose: ((staysHere: boolean) => void) | undefined;
}

/** The state of a dropdown with search: whether its list is open, what was typed, and which option the keys are at. */
export function useSearchSelect({ options, selected, multiSelect, startsOpen, onChange, onClose }: Settings) {
  // `undefined` while the list is closed.
  const [query, setQuery] = useState(startsOpen ? "" : undefined);
  const [active, setActive] = useState(0);
  const isOpen = query !== undefined;
  const matches = isOpen ? options.filter(({ label }) => matchesQuery(label, query)) : [];
  const selectedLabel = options.find(({ id }) => id === selected[0])?.label;

  function search(text: string, active = 0) {
    setQuery(text);
    setActive(active);
  }

  function open() {
    if (isOpen) return;
    setQuery("");
    setActive(Math.max(0, multiSelect ? 0 : options.findIndex(({ id }) => id === selected[0])));
  }

  function close(staysHere = true) {
    if (!isOpen) return;
    setQuery(undefined);
    onClose?.(staysHere);
  }

  function remove(id: string) {
    onChange(selected.filter((other) => other !== id));
  }

  function pick(option: SearchOption | undefined) {
    if (!option) return;
    if (!multiSelect) {
      onChange([option.id]);
      return close();
    }
    // What found one option would hide the next one.
    if (query) search("", options.indexOf(option));
    if (selected.includes(option.id)) remove(option.id);
    else onChange([...selected, option.id]);
  }

  function move(step: number) {
    if (!isOpen) open();
    else if (matches.length > 0) setActive((active + step + matches.length) % matches.length);
  }

  function handleKey(event: KeyboardEvent) {
    const last = selected.at(-1);
    const actions: KeyActions = {
      ArrowDown: () => move(1),
      ArrowUp: () => (event.altKey ? close() : move(-1)),
      Enter: isOpen && (() => pick(matches[active])),
      Escape: isOpen && (() => close()),
      Backspace: multiSelect && last !== undefined && !query && (() => remove(last)),
    };
    performKey(event, actions);
  }

  function handleChange({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    // What is typed into the closed field replaces the label that it shows.
    const typed = isOpen ? target.value : (nativeEvent as InputEvent).data;
    search(typed ?? target.value);
  }

  return {
    isOpen,
    matches,
    active: Math.min(active, matches.length - 1),
    /** What the input shows. */
    text: query ?? (multiSelect ? "" : (selectedLabel ?? "")),
    selectedLabel: multiSelect ? undefined : selectedLabel,
    open,
    close,
    pick,
    remove,
    handleKey,
    handleChange,
  };
}

/** What keys do, by name; those that do nothing at the moment have no function. */
type KeyActions = Record<string, (() => void) | false>;

function performKey(event: KeyboardEvent, actions: KeyActions) {
  const action = actions[event.key];
  if (!action || isComposing(event.nativeEvent)) return;
  // Neither the form nor a dialog around it learns of the key.
  event.preventDefault();
  event.stopPropagation();
  action();
}

/** Scrolls to the option that the keys are at, and to the list itself when it opens. */
export function useScrollToActive(isOpen: boolean, optionId: string | undefined, listId: string) {
  useEffect(() => {
    if (isOpen) document.getElementById(listId)?.scrollIntoView?.({ block: "nearest" });
  }, [isOpen, listId]);
  useEffect(() => {
    if (optionId) document.getElementById(optionId)?.scrollIntoView?.({ block: "nearest" });
  }, [optionId]);
}

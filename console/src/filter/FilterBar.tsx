import { ListFilter, X } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { Dialog, Popover } from "react-aria-components";
import { useText } from "../texts/TextsProvider";
import { AriaLanguage } from "../ui/AriaLanguage";
import { Button } from "../ui/Button";
import { onPressed } from "../ui/press";
import { FilterEditor } from "./FilterEditor";
import { FILTER_PARTS, type Filter, type FilterPart, hasPart, withoutPart } from "./filter";
import { PART_TEXTS, useFilterWords } from "./useFilterWords";
import { useFirstFocus } from "./useFirstFocus";
import "../styles/filter.css";

interface Props {
  filter: Filter;
  onChange: (filter: Filter) => void;
  /** What can be filtered by on this page; everything where it is left out. */
  parts?: readonly FilterPart[];
}

/** What is open: the list of parts at the button, or the editor of a part at its chip. */
interface Open {
  part: FilterPart | null;
}

/** The filter of a page: a chip for each part, which is changed by pressing it and removed beside it, and a button that adds more. */
export function FilterBar({ filter, onChange, parts = FILTER_PARTS }: Props) {
  const text = useText();
  const words = useFilterWords(filter);
  const [open, setOpen] = useState<Open | null>(null);
  const add = useRef<HTMLButtonElement>(null);
  /** At which of the buttons something is open. */
  const anchor = useRef<HTMLButtonElement>(null);
  const chips = useRef(new Map<FilterPart, HTMLButtonElement>());
  const shown = parts.filter((part) => hasPart(filter, part));
  const remove = (removed: readonly FilterPart[]) => {
    onChange(removed.reduce(withoutPart, filter));
    // What had the focus is gone.
    add.current?.focus();
  };
  const show = (opened: Open, at: HTMLButtonElement | null | undefined) => {
    anchor.current = at ?? null;
    setOpen(opened);
  };
  return (
    <search className="filter" aria-label={text("feedback_filter")}>
      {shown.map((part) => (
        <FilterChip
          key={part}
          name={text(PART_TEXTS[part])}
          value={words(part)}
          keepButton={(button) => {
            if (button) chips.current.set(part, button);
            else chips.current.delete(part);
          }}
          onPress={() => show({ part }, chips.current.get(part))}
          onRemove={() => remove([part])}
        />
      ))}
      <button
        ref={add}
        type="button"
        className="filter__add"
        onClick={onPressed(() => show({ part: null }, add.current))}
      >
        <ListFilter aria-hidden size={18} />
        {text("feedback_filter_add")}
      </button>
      {shown.length > 1 && (
        <Button kind="link" onPress={() => remove(shown)}>
          {text("feedback_filter_remove_all")}
        </Button>
      )}
      <AriaLanguage>
        <Popover
          className="filter__popover"
          triggerRef={anchor}
          placement="bottom start"
          isOpen={open !== null}
          onOpenChange={(isOpen) => {
            if (!isOpen) setOpen(null);
          }}
        >
          <Dialog
            className="filter__dialog"
            aria-label={open?.part ? text(PART_TEXTS[open.part]) : text("feedback_filter_add")}
          >
            {open &&
              (open.part === null ? (
                <PartList
                  parts={parts.filter((part) => !hasPart(filter, part) && part !== "device")}
                  onChoose={(part) => setOpen({ part })}
                />
              ) : (
                <FilterEditor
                  part={open.part}
                  filter={filter}
                  onChange={(changed) => {
                    setOpen(null);
                    onChange(changed);
                  }}
                />
              ))}
          </Dialog>
        </Popover>
      </AriaLanguage>
    </search>
  );
}

function FilterChip(props: {
  name: string;
  value: string;
  keepButton: (button: HTMLButtonElement | null) => void;
  onPress: () => void;
  onRemove: () => void;
}) {
  const { name, value, keepButton, onPress, onRemove } = props;
  const text = useText();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Delete" && event.key !== "Backspace") return;
    event.preventDefault();
    onRemove();
  };
  return (
    <span className="filter__chip">
      <button
        ref={keepButton}
        type="button"
        className="filter__value"
        onClick={onPress}
        onKeyDown={onKeyDown}
      >
        <span className="soft">{name}</span> <bdi>{value}</bdi>
      </button>
      <button
        type="button"
        className="filter__remove"
        aria-label={text("feedback_filter_remove", { filter: `${name} ${value}` })}
        onClick={onRemove}
      >
        <X aria-hidden size={16} />
      </button>
    </span>
  );
}

function PartList({ parts, onChoose }: { parts: FilterPart[]; onChoose: (part: FilterPart) => void }) {
  const text = useText();
  const list = useFirstFocus<HTMLUListElement>();
  return (
    <ul ref={list} className="filter__choices">
      {parts.map((part) => (
        <li key={part}>
          <button type="button" className="filter__choice" onClick={() => onChoose(part)}>
            {text(PART_TEXTS[part])}
          </button>
        </li>
      ))}
    </ul>
  );
}

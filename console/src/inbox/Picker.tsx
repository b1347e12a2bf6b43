import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";

/** Something to choose. */
export interface Choice {
  id: string;
  label: string;
  hint?: string | undefined;
  /** Whether it is what is so now. */
  isCurrent?: boolean;
}

interface Props {
  title: string;
  choices: readonly Choice[];
  /** Whether the choices are still being loaded. */
  isLoading?: boolean;
  /** Returns what can be chosen beside those that fit the written words. */
  added?: (words: string) => Choice | null;
  onChoose: (id: string) => void;
  onClose: () => void;
  /** What stands below the choices. */
  children?: ReactNode;
}

/** A dialog in which one of several is chosen by writing the beginning of it, by arrows and Enter, or by a press. */
export function Picker({ title, choices, isLoading = false, added, onChoose, onClose, children }: Props) {
  const text = useText();
  const id = useId();
  const [words, setWords] = useState("");
  const [at, setAt] = useState(0);
  const more = added?.(words.trim());
  const shown = [...choices.filter(({ label }) => hasWords(label, words)), ...(more ? [more] : [])];
  const active = Math.min(at, shown.length - 1);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const chosen = shown[active];
    if (event.key === "ArrowDown") setAt(Math.min(active + 1, shown.length - 1));
    else if (event.key === "ArrowUp") setAt(Math.max(active - 1, 0));
    else if (event.key === "Enter" && chosen) onChoose(chosen.id);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="inbox-picker">
        <input
          className="field__input inbox-picker__input"
          role="combobox"
          aria-label={title}
          aria-expanded={shown.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={shown[active] && `${id}-${active}`}
          placeholder={text("inbox_filter")}
          autoComplete="off"
          autoFocus
          value={words}
          onChange={(event) => {
            setWords(event.target.value);
            setAt(0);
          }}
          onKeyDown={press}
        />
        <div className="inbox-picker__list" role="listbox" id={`${id}-list`} aria-label={title} ref={list}>
          {shown.map((choice, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: The field has the focus, and its keys choose.
            // biome-ignore lint/a11y/useFocusableInteractive: As above.
            <div
              key={choice.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              className="inbox-picker__choice"
              data-current={choice.isCurrent || undefined}
              onPointerMove={() => setAt(index)}
              onClick={() => onChoose(choice.id)}
            >
              <bdi>{choice.label}</bdi>
              {choice.hint && <span className="small soft">{choice.hint}</span>}
            </div>
          ))}
        </div>
        {shown.length === 0 && (
          <p className="soft" role="status">
            {text(isLoading ? "loading" : "inbox_nothing_fits")}
          </p>
        )}
      </div>
      {children}
      <div className="actions">
        <Button kind="quiet" onPress={onClose}>
          {text("cancel")}
        </Button>
      </div>
    </Dialog>
  );
}

function hasWords(label: string, words: string): boolean {
  return label.toLocaleLowerCase().includes(words.trim().toLocaleLowerCase());
}

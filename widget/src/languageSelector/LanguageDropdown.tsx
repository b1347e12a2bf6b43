import { useId, useRef, useState } from "react";
import { ChevronIcon } from "../shell/icons";
import { useText } from "../texts/useText";
import { LanguageList } from "./LanguageList";
import type { LanguageChoice } from "./languageChoice";
import { useDismiss } from "./useDismiss";

/** A button with the name of the current language; the list of languages opens above or below it. */
export function LanguageDropdown({
  languages,
  current,
  onPick,
  opens,
}: LanguageChoice & { opens: "up" | "down" }) {
  const text = useText();
  const listId = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  useDismiss(isOpen, root, (reason) => {
    setOpen(false);
    if (reason === "escape") button.current?.focus();
  });

  const pick = (code: string) => {
    setOpen(false);
    button.current?.focus();
    onPick(code);
  };

  return (
    <div className="dropdown" ref={root}>
      <button
        ref={button}
        type="button"
        className="quiet-button"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="visually-hidden">{`${text("interface_language")}: `}</span>
        <span lang={current.code}>{current.name}</span>
        <ChevronIcon />
      </button>
      <div
        id={listId}
        className={`dropdown__panel dropdown__panel--${opens}`}
        data-open={isOpen}
        inert={!isOpen}
      >
        <LanguageList languages={languages} current={current} onPick={pick} />
      </div>
    </div>
  );
}

import { useEffect, useId, useRef, useState } from "react";
import { ChevronIcon } from "../shell/icons";
import { useText } from "../texts/useText";
import { LanguageList } from "./LanguageList";
import type { LanguageChoice } from "./languageChoice";

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

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = ({ target }: Event) => {
      if (!root.current?.contains(target as Node)) setOpen(false);
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // Marks the key press as handled, so that the frame does not also close the widget.
      event.preventDefault();
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    document.addEventListener("keydown", closeOnEscape);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
      document.removeEventListener("keydown", closeOnEscape);
    };
  }, [isOpen]);

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
        <span className="visually-hidden">{text("interface_language")}: </span>
        {current.name}
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

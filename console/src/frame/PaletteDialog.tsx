import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Dialog } from "react-aria-components";
import { useKeys } from "../keys";
import { useText } from "../texts/TextsProvider";
import { Keys } from "../ui/Keys";
import { ModalBox } from "../ui/ModalBox";
import type { Session } from "../wire";
import { type PaletteEntry, usePaletteEntries } from "./usePaletteEntries";
import "../styles/palette.css";

interface Props {
  session: Session;
  onClose: () => void;
}

/** A field, and below it what it leads to. The focus stays in the field. */
export function PaletteDialog({ session, onClose }: Props) {
  const text = useText();
  return (
    <ModalBox kind="palette" onClose={onClose}>
      <Dialog className="palette__dialog" aria-label={text("frame_palette")}>
        <PaletteField session={session} onClose={onClose} />
      </Dialog>
    </ModalBox>
  );
}

function PaletteField({ session, onClose }: Props) {
  const text = useText();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const entries = usePaletteEntries(session, typed);
  useKeys("frame_palette", [{ keys: "$mod+k", text: "frame_close", run: onClose }]);
  useEffect(() => field.current?.focus(), []);
  const current = entries[Math.min(at, entries.length - 1)];
  const optionId = (entry: PaletteEntry) => `${id}-${entry.id}`;
  useEffect(() => {
    if (current) document.getElementById(`${id}-${current.id}`)?.scrollIntoView({ block: "nearest" });
  }, [id, current]);
  const run = (entry: PaletteEntry) => {
    onClose();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const last = entries.length - 1;
    const moved = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      PageUp: 0,
      PageDown: last,
    }[event.key];
    if (moved !== undefined) setAt(Math.max(0, moved));
    else if (event.key === "Enter" && current) run(current);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="palette__box">
        <Search className="icon" aria-hidden />
        <input
          ref={field}
          className="palette__field"
          type="text"
          role="combobox"
          aria-label={text("frame_palette")}
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={current ? optionId(current) : undefined}
          placeholder={text("frame_palette")}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <p className="visually-hidden" role="status">
        {typed && text("frame_palette_found", { count: entries.length })}
      </p>
      <div
        className="palette__list"
        role="listbox"
        id={`${id}-list`}
        aria-label={text("frame_palette")}
        tabIndex={-1}
      >
        {groupsOf(entries).map(({ group, entries }) => (
          // biome-ignore lint/a11y/useSemanticElements: A group of options, and none of fields.
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <p className="palette__group" id={`${id}-${group}`}>
              {text(group)}
            </p>
            {entries.map((entry) => (
              <Option
                key={entry.id}
                id={optionId(entry)}
                entry={entry}
                isCurrent={entry === current}
                onRun={run}
              />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

interface OptionProps {
  id: string;
  entry: PaletteEntry;
  isCurrent: boolean;
  onRun: (entry: PaletteEntry) => void;
}

function Option({ id, entry, isCurrent, onRun }: OptionProps) {
  const { icon: Icon, label, keys } = entry;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: The keys are those of the field, which keeps the focus.
    <div
      className="palette__option"
      role="option"
      id={id}
      aria-selected={isCurrent}
      tabIndex={-1}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onRun(entry)}
    >
      <Icon className="icon" aria-hidden />
      <span className="palette__label">{label}</span>
      {keys && (
        <span aria-hidden="true">
          <Keys keys={keys} />
        </span>
      )}
    </div>
  );
}

function groupsOf(entries: PaletteEntry[]) {
  const groups = [...new Set(entries.map(({ group }) => group))];
  return groups.map((group) => ({ group, entries: entries.filter((entry) => entry.group === group) }));
}

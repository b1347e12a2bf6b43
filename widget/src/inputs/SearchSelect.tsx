import { type FocusEvent, useId, useRef } from "react";
import { CloseIcon } from "../shell/icons";
import { ContentText } from "../texts/ContentText";
import { useQuestionText } from "../texts/useQuestionText";
import { useText } from "../texts/useText";
import type { ControlProps } from "./Field";
import { SearchList } from "./SearchList";
import { SelectionStatus } from "./SelectionStatus";
import { type SearchOption, useScrollToActive, useSearchSelect } from "./useSearchSelect";

interface Props extends ControlProps {
  options: SearchOption[];
  /** The ids of the selected options; one at most without `multiSelect`. */
  selected: readonly string[];
  multiSelect: boolean;
  placeholder?: string | undefined;
  /** Its list is open and it has the focus as soon as it is there. */
  startsOpen?: boolean;
  /** The name of the control where no label belongs to its id. */
  "aria-label"?: string;
  onChange: (selected: string[]) => void;
  /** Called when the list closes. @param staysHere whether the visitor has not moved the focus elsewhere. */
  onClose?: (staysHere: boolean) => void;
}

/**
 * A dropdown whose options are found by typing: a combobox with a list, as the ARIA Authoring Practices describe it. The
 * focus stays in the input; `aria-activedescendant` says which option the keys are at.
 */
export function SearchSelect({
  options,
  selected,
  multiSelect,
  placeholder,
  startsOpen = false,
  onChange,
  onClose,
  ...control
}: Props) {
  const text = useQuestionText();
  const commonText = useText();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const select = useSearchSelect({ options, selected, multiSelect, startsOpen, onChange, onClose });
  const { isOpen, matches, active } = select;
  const activeId = isOpen && matches.length > 0 ? `${listId}-${active}` : undefined;
  useScrollToActive(isOpen, activeId, listId);

  const closeOnLeave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) select.close(false);
  };
  const removeAndStay = (id: string) => {
    select.remove(id);
    input.current?.focus();
  };
  const chosen = multiSelect ? options.filter(({ id }) => selected.includes(id)) : [];
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: it listens to the input inside.
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to the input inside.
    <div className="search-select" onBlur={closeOnLeave}>
      <Chips options={chosen} onRemove={removeAndStay} />
      <input
        {...control}
        ref={input}
        className="text-input select"
        type="text"
        role="combobox"
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed.
        autoFocus={startsOpen}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={activeId}
        placeholder={select.selectedLabel ?? (placeholder || commonText("please_select"))}
        value={select.text}
        onChange={select.handleChange}
        onClick={select.open}
        // What an input method composes replaces the label as well, before it begins.
        onCompositionStart={select.open}
        onKeyDown={select.handleKey}
      />
      {isOpen && (
        <SearchList
          id={listId}
          options={matches}
          active={active}
          selected={selected}
          multiSelect={multiSelect}
          onPick={select.pick}
        />
      )}
      {multiSelect && <SelectionStatus options={options} selected={selected} />}
      <p className="visually-hidden" role="status">
        {isOpen && (matches.length > 0 ? text("options_found", { count: matches.length }) : text("no_match"))}
      </p>
    </div>
  );
}

/** The selected options, each a button that removes it. */
function Chips({ options, onRemove }: { options: SearchOption[]; onRemove: (id: string) => void }) {
  const text = useQuestionText();
  if (options.length === 0) return null;
  return (
    <ul className="chips">
      {options.map(({ id, label }) => (
        <li key={id}>
          <button
            className="chip"
            type="button"
            aria-label={`${text("remove")}: ${label}`}
            onClick={() => onRemove(id)}
          >
            <ContentText>{label}</ContentText>
            <CloseIcon />
          </button>
        </li>
      ))}
    </ul>
  );
}

import { Fragment, type ReactNode, useId } from "react";
import { type OptionSelection, SelectableOption } from "./SelectableOption";

interface Props extends OptionSelection {
  options: { id: string; label: string; imageUrl?: string; isExclusive?: boolean }[];
  /** What follows an option, such as a field for its text. */
  addition?: { optionId: string | undefined; content: ReactNode };
}

/**
 * Radio buttons or checkboxes below each other, each with a touch target as wide as the list. Pictures stand in a grid. An
 * exclusive option stands apart; since a press on one option may deselect others, what is selected then is announced.
 */
export function OptionList({ options, addition, ...selection }: Props) {
  const name = useId();
  const arePictures = options.length > 0 && options.every(({ imageUrl }) => imageUrl);
  const labels = options.filter(({ id }) => selection.selected.includes(id)).map(({ label }) => label);
  return (
    <div className={arePictures ? "options options--pictures" : "options"}>
      {options.map(({ id, label, imageUrl, isExclusive }) => (
        <Fragment key={id}>
          <SelectableOption
            {...selection}
            className={isExclusive ? "option option--exclusive" : "option"}
            id={id}
            name={name}
            imageUrl={imageUrl}
          >
            <bdi className="option__label">{label}</bdi>
          </SelectableOption>
          {addition?.optionId === id && addition.content}
        </Fragment>
      ))}
      {options.some(({ isExclusive }) => isExclusive) && (
        <p className="visually-hidden" role="status">
          {labels.join(", ")}
        </p>
      )}
    </div>
  );
}

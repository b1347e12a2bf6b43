import { Fragment, type ReactNode, useId } from "react";
import { ContentText } from "../texts/ContentText";
import { type OptionSelection, SelectableOption } from "./SelectableOption";
import { SelectionStatus } from "./SelectionStatus";

interface Props extends OptionSelection {
  options: { id: string; label: string; imageUrl?: string; isExclusive?: boolean }[];
  /** What follows an option, such as a field for its text. */
  addition?: { optionId: string | undefined; content: ReactNode };
}

/**
 * Radio buttons or checkboxes below each other, each with a touch target as wide as the list. Pictures stand in a grid. An
 * exclusive option stands apart.
 */
export function OptionList({ options, addition, ...selection }: Props) {
  const name = useId();
  const arePictures = options.length > 0 && options.every(({ imageUrl }) => imageUrl);
  return (
    <div className={arePictures ? "options options--pictures" : "options"}>
      {options.map(({ id, label, imageUrl, isExclusive }) => (
        <Fragment key={id}>
          <SelectableOption
            {...selection}
            className={isExclusive ? "option option--exclusive" : "option"}
            id={id}
            label={label}
            name={name}
            imageUrl={imageUrl}
          >
            <ContentText className="option__label">{label}</ContentText>
          </SelectableOption>
          {addition?.optionId === id && addition.content}
        </Fragment>
      ))}
      <SelectionStatus options={options} selected={selection.selected} />
    </div>
  );
}

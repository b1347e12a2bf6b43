import type { KeyboardEvent, PointerEvent } from "react";
import { CloseIcon } from "../shell/icons";
import { ContentText } from "../texts/ContentText";
import { useQuestionText } from "../texts/useQuestionText";
import { useNumber } from "../texts/useText";
import type { MoveDirection, RankingOption } from "./useRanking";

interface Props {
  option: RankingOption;
  index: number;
  isLast: boolean;
  isDragged: boolean;
  onDragStart: (event: PointerEvent) => void;
  onMove: (direction: MoveDirection) => void;
  onRemove: () => void;
}

/** A ranked option with its place and the buttons that move or remove it. */
export function RankedOption({ option, index, isLast, isDragged, onDragStart, onMove, onRemove }: Props) {
  const text = useQuestionText();
  const number = useNumber();
  return (
    // By its place, not moved in the document: an element that moves there loses the pointer that drags it.
    <li
      className={isDragged ? "ranking__item ranking__item--dragged" : "ranking__item"}
      style={{ order: index }}
    >
      <span className="ranking__handle" aria-hidden="true" onPointerDown={onDragStart}>
        <svg viewBox="0 0 16 24" aria-hidden="true">
          <path d="M5 6v.01M11 6v.01M5 12v.01M11 12v.01M5 18v.01M11 18v.01" />
        </svg>
      </span>
      <span className="ranking__place" aria-hidden="true">
        {number(index + 1)}
      </span>
      <ContentText className="option__label">{option.label}</ContentText>
      <span className="ranking__actions">
        <MoveButton direction="up" option={option} isDisabled={index === 0} onMove={onMove} />
        <MoveButton direction="down" option={option} isDisabled={isLast} onMove={onMove} />
        <button
          className="icon-button"
          type="button"
          aria-label={`${text("remove")}: ${option.label}`}
          onClick={onRemove}
        >
          <CloseIcon />
        </button>
      </span>
    </li>
  );
}

interface MoveButtonProps {
  direction: MoveDirection;
  option: RankingOption;
  /** The option is at its end of the list already. The button stays focusable, so that the focus is not lost. */
  isDisabled: boolean;
  onMove: (direction: MoveDirection) => void;
}

/** Moves an option by one place; while it has the focus, the arrow keys do so in both directions. */
function MoveButton({ direction, option, isDisabled, onMove }: MoveButtonProps) {
  const text = useQuestionText();
  const moveOnArrow = (event: KeyboardEvent) => {
    const pressed = ARROW_KEYS[event.key];
    if (!pressed) return;
    event.preventDefault();
    onMove(pressed);
  };
  return (
    <button
      className="icon-button"
      type="button"
      data-action={direction}
      value={option.id}
      aria-label={`${text(`move_${direction}`)}: ${option.label}`}
      aria-disabled={isDisabled}
      onClick={() => onMove(direction)}
      onKeyDown={moveOnArrow}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={direction === "up" ? "m6 15 6-6 6 6" : "m6 9 6 6 6-6"} />
      </svg>
    </button>
  );
}

const ARROW_KEYS: Record<string, MoveDirection> = { ArrowUp: "up", ArrowDown: "down" };

import type { KeyboardEvent } from "react";
import { CloseIcon } from "../shell/icons";
import { useText } from "../texts/useText";
import type { MoveDirection, RankingOption } from "./useRanking";

interface Props {
  option: RankingOption;
  index: number;
  isLast: boolean;
  onMove: (direction: MoveDirection) => void;
  onRemove: () => void;
}

/** A ranked option with its place and the buttons that move or remove it. */
export function RankedOption({ option, index, isLast, onMove, onRemove }: Props) {
  const text = useText();
  return (
    <li className="ranking__item">
      <span className="ranking__place" aria-hidden="true">
        {index + 1}
      </span>
      <bdi className="option__label">{option.label}</bdi>
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
  const text = useText();
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

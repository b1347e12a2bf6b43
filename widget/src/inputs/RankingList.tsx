import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { CloseSign } from "../shell/signs";
import { useText } from "../texts/useText";

interface Option {
  id: string;
  label: string;
}

interface Props {
  options: Option[];
  /** The ids of those that have a place, best first. */
  ranking: readonly string[];
  onChange: (ranking: string[]) => void;
}

/** Which button to go on from after a change: what was pressed may have moved, or be gone. */
interface Focus {
  id: string;
  act: "add" | "up" | "down";
}

/**
 * Options to be brought into an order: a tap gives each the next place; those that have one move up, down, or out
 * again. Buttons rather than dragging: they work for fingers, keyboards, switches and screen readers alike.
 */
export function RankingList({ options, ranking, onChange }: Props) {
  const text = useText();
  const box = useRef<HTMLDivElement>(null);
  const focus = useRef<Focus>(undefined);
  const [said, say] = useState("");

  const ranked = ranking.flatMap((id) => options.find((option) => option.id === id) ?? []);
  const open = options.filter((option) => !ranked.includes(option));
  const ids = ranked.map(({ id }) => id);

  // After every rendering, but only where an act asked for it: the new order comes back from outside.
  useEffect(() => {
    if (!focus.current) return;
    const { id, act } = focus.current;
    focus.current = undefined;
    box.current?.querySelector<HTMLElement>(`[data-act="${act}"][value="${CSS.escape(id)}"]`)?.focus();
  });

  function change(next: string[], moved: Option, then: Focus) {
    focus.current = then;
    const place = next.indexOf(moved.id) + 1;
    say(`${moved.label}: ${place ? text("place_of", { place, count: options.length }) : text("no_place")}`);
    onChange(next);
  }

  function add(at: number) {
    const option = open[at];
    if (!option) return;
    // On to the next one that has no place yet, so that a keyboard ranks without looking for it.
    const following = open[at + 1] ?? open[at - 1];
    change(
      [...ids, option.id],
      option,
      following ? { id: following.id, act: "add" } : { id: option.id, act: "up" },
    );
  }

  function move(act: "up" | "down", at: number) {
    const option = ranked[at];
    const to = act === "up" ? at - 1 : at + 1;
    if (!option || to < 0 || to >= ids.length) return;
    const next = ids.filter((other) => other !== option.id);
    next.splice(to, 0, option.id);
    change(next, option, { id: option.id, act });
  }

  function remove(option: Option) {
    const next = ids.filter((other) => other !== option.id);
    change(next, option, { id: option.id, act: "add" });
  }

  return (
    <div className="ranking" ref={box}>
      {ranked.length > 0 && (
        <ol className="ranking__list">
          {ranked.map((option, at) => (
            <li className="ranking__item" key={option.id}>
              <span className="ranking__place" aria-hidden="true">
                {at + 1}
              </span>
              <bdi className="option__label">{option.label}</bdi>
              <span className="ranking__acts">
                <MoveButton act="up" option={option} isOff={at === 0} onMove={(act) => move(act, at)} />
                <MoveButton
                  act="down"
                  option={option}
                  isOff={at === ranked.length - 1}
                  onMove={(act) => move(act, at)}
                />
                <button
                  className="icon-button"
                  type="button"
                  aria-label={`${text("remove")}: ${option.label}`}
                  onClick={() => remove(option)}
                >
                  <CloseSign />
                </button>
              </span>
            </li>
          ))}
        </ol>
      )}
      {open.length > 0 && (
        <ul className="ranking__list">
          {open.map((option, at) => (
            <li key={option.id}>
              <button
                className="ranking__item ranking__item--open"
                type="button"
                data-act="add"
                value={option.id}
                onClick={() => add(at)}
              >
                <span className="ranking__place" aria-hidden="true" />
                <bdi className="option__label">{option.label}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </div>
  );
}

interface MoveProps {
  act: "up" | "down";
  option: Option;
  /** There is no further: still focusable, so that a keyboard does not lose its place. */
  isOff: boolean;
  onMove: (act: "up" | "down") => void;
}

/** Moves an option by one place; on it the arrow keys do so too. */
function MoveButton({ act, option, isOff, onMove }: MoveProps) {
  const text = useText();
  const moveByArrows = (event: KeyboardEvent) => {
    const asked = ARROWS[event.key];
    if (!asked) return;
    event.preventDefault();
    onMove(asked);
  };
  return (
    <button
      className="icon-button"
      type="button"
      data-act={act}
      value={option.id}
      aria-label={`${text(`move_${act}`)}: ${option.label}`}
      aria-disabled={isOff}
      onClick={() => onMove(act)}
      onKeyDown={moveByArrows}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={act === "up" ? "m6 15 6-6 6 6" : "m6 9 6 6 6-6"} />
      </svg>
    </button>
  );
}

const ARROWS: Record<string, "up" | "down"> = { ArrowUp: "up", ArrowDown: "down" };

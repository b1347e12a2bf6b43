import { type RefObject, useEffect, useRef, useState } from "react";
import { useQuestionText } from "../texts/useQuestionText";

export interface RankingOption {
  id: string;
  label: string;
}

export type MoveDirection = "up" | "down";

/** The button that gets the focus after a change: the pressed one may have moved or disappeared. */
interface FocusTarget {
  optionId: string;
  action: "add" | MoveDirection;
}

/**
 * Keeps a ranking: splits the options into ranked and unranked ones, changes the order, announces each change and moves
 * the focus after it.
 *
 * @param ranking the ids of the ranked options, best first.
 */
export function useRanking(
  options: RankingOption[],
  ranking: readonly string[],
  onChange: (ranking: string[]) => void,
) {
  const text = useQuestionText();
  const container = useRef<HTMLDivElement>(null);
  const [announcement, setAnnouncement] = useState("");
  const focusAfterRender = useFocusAfterRender(container);

  const ranked = ranking.flatMap((id) => options.find((option) => option.id === id) ?? []);
  const unranked = options.filter((option) => !ranked.includes(option));
  const ids = ranked.map(({ id }) => id);

  function change(next: string[], changed: RankingOption, focus?: FocusTarget) {
    focusAfterRender(focus);
    const place = next.indexOf(changed.id) + 1;
    const placeText = place ? text("place_of", { place, count: options.length }) : text("no_place");
    setAnnouncement(`${changed.label}: ${placeText}`);
    onChange(next);
  }

  /** Gives the unranked option at `index` the next place. */
  function add(index: number) {
    const option = unranked[index];
    if (!option) return;
    // The focus goes to the next unranked option, so that a keyboard user can continue without searching.
    const following = unranked[index + 1] ?? unranked[index - 1];
    change(
      [...ids, option.id],
      option,
      following ? { optionId: following.id, action: "add" } : { optionId: option.id, action: "up" },
    );
  }

  /** Moves the ranked option at `index` by one place. */
  function move(index: number, direction: MoveDirection) {
    const option = ranked[index];
    const newIndex = direction === "up" ? index - 1 : index + 1;
    if (!option || newIndex < 0 || newIndex >= ids.length) return;
    const next = ids.filter((id) => id !== option.id);
    next.splice(newIndex, 0, option.id);
    change(next, option, { optionId: option.id, action: direction });
  }

  /** Moves a dragged option to a place among the ranked ones, counted from 0. */
  function place(option: RankingOption, index: number) {
    if (ids[index] === option.id) return;
    const next = ids.filter((id) => id !== option.id);
    next.splice(index, 0, option.id);
    change(next, option);
  }

  function remove(option: RankingOption) {
    const next = ids.filter((id) => id !== option.id);
    change(next, option, { optionId: option.id, action: "add" });
  }

  return { container, ranked, unranked, announcement, add, move, place, remove };
}

/** Returns a function that focuses a button once the new order, which comes back through the props, is rendered. */
function useFocusAfterRender(container: RefObject<HTMLElement | null>) {
  const target = useRef<FocusTarget>(undefined);
  // Without dependencies: any rendering may be the one with the new order.
  useEffect(() => {
    if (!target.current) return;
    const { optionId, action } = target.current;
    target.current = undefined;
    const selector = `[data-action="${action}"][value="${CSS.escape(optionId)}"]`;
    container.current?.querySelector<HTMLElement>(selector)?.focus();
  });
  return (next: FocusTarget | undefined) => {
    target.current = next;
  };
}

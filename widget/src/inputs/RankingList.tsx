import { RankedOption } from "./RankedOption";
import { type RankingOption, useRanking } from "./useRanking";

interface Props {
  options: RankingOption[];
  /** The ids of the ranked options, best first. */
  ranking: readonly string[];
  onChange: (ranking: string[]) => void;
}

/**
 * Options to put in order: pressing one gives it the next place; ranked options can be moved or removed. Buttons
 * instead of dragging work with touch, keyboards, switches and screen readers alike.
 */
export function RankingList({ options, ranking, onChange }: Props) {
  const { container, ranked, unranked, announcement, add, move, remove } = useRanking(
    options,
    ranking,
    onChange,
  );
  return (
    <div className="ranking" ref={container}>
      {ranked.length > 0 && (
        <ol className="ranking__list">
          {ranked.map((option, index) => (
            <RankedOption
              key={option.id}
              option={option}
              index={index}
              isLast={index === ranked.length - 1}
              onMove={(direction) => move(index, direction)}
              onRemove={() => remove(option)}
            />
          ))}
        </ol>
      )}
      {unranked.length > 0 && (
        <ul className="ranking__list">
          {unranked.map((option, index) => (
            <li key={option.id}>
              <button
                className="ranking__item ranking__item--unranked"
                type="button"
                data-action="add"
                value={option.id}
                onClick={() => add(index)}
              >
                <span className="ranking__place" aria-hidden="true" />
                <bdi className="option__label">{option.label}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </div>
  );
}

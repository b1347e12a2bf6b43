import { ContentText } from "../texts/ContentText";
import { RankedOption } from "./RankedOption";
import { type RankingOption, useRanking } from "./useRanking";
import { useRankingDrag } from "./useRankingDrag";

interface Props {
  options: RankingOption[];
  /** The ids of the ranked options, best first. */
  ranking: readonly string[];
  onChange: (ranking: string[]) => void;
}

/**
 * Options to put in order: pressing one gives it the next place; ranked options can be dragged by their handle, or moved and
 * removed with buttons, which work with touch, keyboards, switches and screen readers alike.
 */
export function RankingList({ options, ranking, onChange }: Props) {
  const { container, ranked, unranked, announcement, add, move, place, remove } = useRanking(
    options,
    ranking,
    onChange,
  );
  const drag = useRankingDrag(ranked, place);
  return (
    <div className="ranking" ref={container}>
      {ranked.length > 0 && (
        <ol className="ranking__list">
          {ranked.map((option, index) => (
            <RankedOption
              key={option.id}
              option={option}
              index={drag.placeOf(index)}
              isDragged={drag.isDragged(index)}
              onDragStart={(event) => drag.start(event, index)}
              isLast={drag.placeOf(index) === ranked.length - 1}
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
                <ContentText className="option__label">{option.label}</ContentText>
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

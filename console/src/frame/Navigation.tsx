import { Link } from "@tanstack/react-router";
import { useNumberFormat, useText } from "../texts/TextsProvider";
import type { Area } from "./areas";
import { useUnanswered } from "./useUnanswered";

/** The most that is counted (docs/staff.md#counts). */
const MOST = 99;

/** Leads to the areas: one below the other beside the page, or where there is no room for that, side by side below it. */
export function Navigation({ areas }: { areas: readonly Area[] }) {
  const text = useText();
  return (
    <nav className="navigation" aria-label={text("frame_navigation")}>
      <ul className="navigation__list">
        {areas.map(({ to, icon: Icon, text: name }) => (
          <li key={to} className="navigation__item">
            <Link to={to} className="navigation__link">
              <span className="navigation__sign">
                <Icon className="icon" aria-hidden />
              </span>
              <span className="navigation__name">{text(name)}</span>
              {to === "/inbox" && <Unanswered />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** How many chats wait for an answer. */
function Unanswered() {
  const text = useText();
  const number = useNumberFormat();
  const count = useUnanswered();
  if (count === 0) return null;
  const isMore = count > MOST;
  return (
    <>
      <span className="navigation__count" aria-hidden="true">
        {isMore ? text("frame_more_than", { count: MOST }) : number(count)}
      </span>
      <span className="visually-hidden">
        {isMore ? text("frame_unanswered_many", { count: MOST }) : text("frame_unanswered", { count })}
      </span>
    </>
  );
}

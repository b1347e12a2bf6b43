import { Link, Navigate } from "@tanstack/react-router";
import { useSession } from "../session/session";
import { useText } from "../texts/TextsProvider";
import { Message } from "../ui/Message";
import { PageTitle } from "../ui/PageTitle";
import { useMedia } from "../ui/useMedia";
import { sectionsFor } from "./parts/sections";

/** The list of all settings. Where they are listed beside each page it leads to the first one. */
export function SettingsIndex() {
  const text = useText();
  const sections = sectionsFor(useSession());
  const [first] = sections;
  // As in settings.css.
  const isWide = useMedia("(min-width: 1080px)");
  if (!first)
    return (
      <>
        <PageTitle title={text("frame_settings")} />
        <Message title={text("no_right")}>{text("no_right_hint")}</Message>
      </>
    );
  if (isWide) return <Navigate to={first.to} replace />;
  return (
    <>
      <PageTitle title={text("frame_settings")} />
      <ul className="settings__list">
        {sections.map(({ to, title, hint, icon: Icon }) => (
          <li key={to}>
            <Link className="settings__item" to={to}>
              <Icon className="settings__icon" aria-hidden="true" />
              <span>
                <span className="settings__item-title">{text(title)}</span>
                <span className="small soft">{text(hint)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

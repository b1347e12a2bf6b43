import "../styles/settings.css";
import { Link, Outlet, useMatchRoute } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import { useSession } from "../session/session";
import { useText } from "../texts/TextsProvider";
import { sectionsFor } from "./parts/sections";

/** The frame of the settings: beside each page, where there is room, the list of all of them; else a link to that list. */
export function SettingsFrame() {
  const text = useText();
  const isIndex = useMatchRoute()({ to: "/settings" }) !== false;
  return (
    <div className="settings">
      <nav className="settings__nav" aria-label={text("frame_settings")}>
        <ul>
          {sectionsFor(useSession()).map(({ to, title, icon: Icon }) => (
            <li key={to}>
              <Link className="settings__link" to={to}>
                <Icon className="settings__icon" aria-hidden="true" />
                {text(title)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="settings__page">
        {!isIndex && (
          <Link className="settings__back" to="/settings" activeOptions={{ exact: true }}>
            <ChevronLeft className="settings__back-icon" aria-hidden="true" />
            {text("frame_settings")}
          </Link>
        )}
        <Outlet />
      </div>
    </div>
  );
}

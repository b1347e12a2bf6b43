import { Link } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import { useText } from "../../texts/TextsProvider";
import type { SettingsSection } from "./sections";

/** Leads from one thing to the list of all of its kind. */
export function SettingsLinkBack({ section: { to, title } }: { section: SettingsSection }) {
  const text = useText();
  return (
    <Link className="settings__back settings__back--list" to={to} activeOptions={{ exact: true }}>
      <ChevronLeft className="settings__back-icon" aria-hidden="true" />
      {text(title)}
    </Link>
  );
}

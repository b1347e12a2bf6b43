import { getRouteApi } from "@tanstack/react-router";
import { useSession } from "../../session/session";
import { SettingsPage } from "../parts/SettingsPage";
import { SECTIONS } from "../parts/sections";
import { DownloadSection } from "./DownloadSection";
import { EraseSection } from "./EraseSection";
import { Orders } from "./Orders";

const route = getRouteApi("/signed-in/settings/privacy");

/** What is held about somebody, and how it is erased. */
export function PrivacyPage() {
  // A link can name the customer whom it is about.
  const { customer = "" } = route.useSearch();
  const { rights } = useSession();
  return (
    <SettingsPage section={SECTIONS.privacy}>
      {/* Another address is about somebody else: nothing of the one before stays in the fields. */}
      {rights.includes("export") && <DownloadSection key={`download ${customer}`} customer={customer} />}
      {rights.includes("manage") && (
        <>
          <EraseSection key={`erase ${customer}`} customer={customer} />
          <Orders />
        </>
      )}
    </SettingsPage>
  );
}

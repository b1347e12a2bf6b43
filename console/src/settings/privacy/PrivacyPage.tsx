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
  // The pages of a feedback and of a chat lead here with it.
  const { customer = "" } = route.useSearch();
  const { rights } = useSession();
  return (
    <SettingsPage section={SECTIONS.privacy}>
      {rights.includes("export") && <DownloadSection customer={customer} />}
      {rights.includes("manage") && (
        <>
          <EraseSection customer={customer} />
          <Orders />
        </>
      )}
    </SettingsPage>
  );
}

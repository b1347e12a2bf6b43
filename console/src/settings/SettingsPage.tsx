import { useText } from "../texts/TextsProvider";
import { PageTitle } from "../ui/PageTitle";

export function SettingsPage() {
  const text = useText();
  return <PageTitle title={text("frame_settings")} />;
}

import { useText } from "../texts/TextsProvider";
import { PageTitle } from "../ui/PageTitle";

export function InboxPage() {
  const text = useText();
  return <PageTitle title={text("frame_inbox")} />;
}

import { useText } from "../texts/TextsProvider";
import { PageTitle } from "../ui/PageTitle";

export function ChannelsPage() {
  const text = useText();
  return <PageTitle title={text("frame_channels")} />;
}

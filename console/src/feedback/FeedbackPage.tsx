import { useText } from "../texts/TextsProvider";
import { PageTitle } from "../ui/PageTitle";

export function FeedbackPage() {
  const text = useText();
  return <PageTitle title={text("frame_feedback")} />;
}

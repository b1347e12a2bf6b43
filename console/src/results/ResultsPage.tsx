import { useText } from "../texts/TextsProvider";
import { PageTitle } from "../ui/PageTitle";

export function ResultsPage() {
  const text = useText();
  return <PageTitle title={text("frame_results")} />;
}

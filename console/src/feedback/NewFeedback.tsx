import { ArrowUp } from "lucide-react";
import { useState } from "react";
import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";

/** How many feedbacks have arrived that the list does not show yet, and what shows them. */
export function NewFeedback({ count, onShow }: { count: number; onShow: () => Promise<void> }) {
  const text = useText();
  const [isBusy, setBusy] = useState(false);
  const show = async () => {
    setBusy(true);
    try {
      await onShow();
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="feedback__new" role="status">
      {count > 0 && (
        <Button kind="primary" size="small" icon={ArrowUp} isBusy={isBusy} onPress={() => void show()}>
          {text("feedback_new_ones", { count })}
        </Button>
      )}
    </div>
  );
}

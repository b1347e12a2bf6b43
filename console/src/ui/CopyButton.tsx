import { useState } from "react";
import { useText } from "../texts/TextsProvider";
import { Button } from "./Button";

/** Copies a text, and says whether that went well: some browsers and addresses do not allow it. */
export function CopyButton({ value }: { value: string }) {
  const text = useText();
  const [result, setResult] = useState<"copied" | "not_copied" | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setResult("copied");
    } catch {
      setResult("not_copied");
    }
  };
  return (
    <>
      <Button kind="secondary" onPress={() => void copy()}>
        {text("copy")}
      </Button>
      <span role="status" className="small soft">
        {result && text(result)}
      </span>
    </>
  );
}

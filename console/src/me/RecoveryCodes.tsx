import { download } from "../basics/download";
import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { CopyButton } from "../ui/CopyButton";
import { Dialog } from "../ui/Dialog";

interface Props {
  codes: string[];
  onKept: () => void;
}

/** Shows the recovery codes, this once: only its button closes the dialog. */
export function RecoveryCodes({ codes, onKept }: Props) {
  const text = useText();
  const lines = codes.join("\n");
  return (
    <Dialog title={text("recovery_title")}>
      <p className="soft">{text("recovery_hint")}</p>
      <ol className="codes" dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="actions">
        <CopyButton value={lines} />
        <Button kind="secondary" onPress={() => download("pulsen-recovery-codes.txt", `${lines}\n`)}>
          {text("download")}
        </Button>
      </div>
      <div className="actions">
        <Button onPress={onKept}>{text("recovery_kept")}</Button>
      </div>
    </Dialog>
  );
}

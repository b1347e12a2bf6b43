import { useText } from "../../texts/TextsProvider";
import { Button } from "../../ui/Button";
import { CopyButton } from "../../ui/CopyButton";
import { Dialog } from "../../ui/Dialog";

interface Props {
  title: string;
  /** What it is good for, and for how long. */
  hint: string;
  /** What the secret is called, for screen readers. */
  label: string;
  secret: string;
  onKept: () => void;
}

/** Shows a secret, this once: only its button closes the dialog. */
export function Secret({ title, hint, label, secret, onKept }: Props) {
  const text = useText();
  return (
    <Dialog title={title}>
      <p className="soft">{hint}</p>
      <output className="key settings-secret" dir="ltr" aria-label={label}>
        {secret}
      </output>
      <div className="actions">
        <CopyButton value={secret} />
      </div>
      <div className="actions">
        <Button onPress={onKept}>{text("settings_secret_kept")}</Button>
      </div>
    </Dialog>
  );
}

import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { readFailure } from "../../http/retry";
import { isComposing } from "../../inputs/isComposing";
import { TextInput } from "../../inputs/TextInput";
import { useText } from "../../texts/useText";
import { adoptStyles } from "../../theme/adoptStyles";
import type { EmailApi, EmailState } from "../connection/emailApi";
import styles from "../styles/email.css?inline";
import { useChatText } from "../texts/useChatText";

adoptStyles(styles);

type EmailError = "invalid_email" | "system_error";

export interface EmailNoticeProps {
  api: EmailApi;
  /** As the chat's answer has it. What the visitor does here counts from then on. */
  known: EmailState;
  /** The field is there at once, without its button, and does not take the focus. It opens when this becomes true. */
  isOpenAtFirst: boolean;
}

/** Where the visitor leaves an address to learn of replies by e-mail, or stops that (docs/mail.md#addresses). */
export function EmailNotice({ api, known, isOpenAtFirst }: EmailNoticeProps) {
  const text = useChatText();
  const pageText = useText();
  const [changed, setChanged] = useState<EmailState>();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const [wasAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<EmailError>();
  const { email, email_offer: offer } = changed ?? known;
  const status = useRef<HTMLParagraphElement>(null);
  const askButton = useRef<HTMLButtonElement>(null);
  const focusLater = useFocusLater();
  useEffect(() => {
    // It stays open when the business opens: an address may be half typed.
    if (isOpenAtFirst) setOpen(true);
  }, [isOpenAtFirst]);

  const run = async (call: () => Promise<EmailState>) => {
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      setChanged(await call());
      setOpen(false);
      focusLater(status);
    } catch (failure) {
      setError(errorOf(readFailure(failure).status));
    }
    setBusy(false);
  };
  const close = () => {
    setOpen(false);
    setError(undefined);
    focusLater(askButton);
  };
  const note = email
    ? text("email_kept", { address: email })
    : changed && !isOpen
      ? text("email_stopped")
      : "";
  return (
    <>
      <p ref={status} className="email-notice__status" role="status" tabIndex={-1}>
        {note}
      </p>
      {email ? (
        <button
          type="button"
          className="quiet-button"
          aria-disabled={isBusy}
          onClick={() =>
            run(async () => {
              await api.remove();
              return { email_enabled: true };
            })
          }
        >
          {text("email_stop")}
        </button>
      ) : isOpen ? (
        <EmailForm
          offer={offer}
          takesFocus={wasAsked}
          error={error}
          isBusy={isBusy}
          onLeave={(address) => run(() => api.leave(address))}
          onClose={close}
        />
      ) : (
        <button
          ref={askButton}
          type="button"
          className="quiet-button"
          aria-expanded={false}
          onClick={() => {
            setAsked(true);
            setOpen(true);
          }}
        >
          {text("email_ask")}
        </button>
      )}
      <p className="notice" role="alert">
        {error && !(isOpen && error === "invalid_email") && pageText(error)}
      </p>
    </>
  );
}

interface FormProps {
  offer: string | null | undefined;
  takesFocus: boolean;
  error: EmailError | undefined;
  isBusy: boolean;
  onLeave: (address: { email: string } | { offered: true }) => void;
  onClose: () => void;
}

/** The field for the address. No form: sandboxed hosts may not allow one to be submitted (docs/widget.md#sandboxed-hosts). */
function EmailForm({ offer, takesFocus, error, isBusy, onLeave, onClose }: FormProps) {
  const text = useChatText();
  const pageText = useText();
  const id = useId();
  const errorId = useId();
  const field = useRef<HTMLDivElement>(null);
  const [email, setEmail] = useState("");
  const [isChecked, setChecked] = useState(false);
  const isInvalid = (isChecked && !isAddress(email)) || error === "invalid_email";
  useEffect(() => {
    if (takesFocus) focusField(field);
  }, [takesFocus]);

  const submit = () => {
    setChecked(true);
    if (isAddress(email)) onLeave({ email: email.trim() });
    else focusField(field);
  };
  const onKeyDown = ({ key, nativeEvent }: KeyboardEvent) => {
    if (isComposing(nativeEvent)) return;
    if (key === "Enter") submit();
    if (key === "Escape") onClose();
  };
  return (
    <div className="email-form">
      <label className="email-form__label" htmlFor={id}>
        {text("email_address")}
      </label>
      <div className="email-form__field" ref={field}>
        <TextInput
          id={id}
          type="email"
          autoComplete="email"
          value={email}
          aria-required
          aria-invalid={isInvalid}
          aria-describedby={isInvalid ? errorId : undefined}
          onChange={(value) => {
            setEmail(value);
            setChecked(false);
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="button" aria-busy={isBusy} onClick={submit}>
          <span className="button__label">{text("email_save")}</span>
          <span className="button__spinner" aria-hidden="true" />
        </button>
      </div>
      <p id={errorId} className="notice" role="alert">
        {isInvalid && pageText("invalid_email")}
      </p>
      <div className="email-form__others">
        {offer && (
          <button type="button" className="quiet-button" onClick={() => onLeave({ offered: true })}>
            {text("email_use", { address: offer })}
          </button>
        )}
        <button type="button" className="quiet-button" onClick={onClose}>
          {pageText("cancel")}
        </button>
      </div>
    </div>
  );
}

/** As much as is certain: the server knows which addresses it accepts. */
function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
}

function errorOf(status: number): EmailError {
  return status === 422 ? "invalid_email" : "system_error";
}

function focusField(field: RefObject<HTMLDivElement | null>) {
  field.current?.querySelector("input")?.focus({ preventScroll: true });
}

/** Returns a function that focuses an element once what is there now is drawn: what had the focus is gone by then. */
function useFocusLater() {
  const [target, setTarget] = useState<RefObject<HTMLElement | null>>();
  useEffect(() => {
    target?.current?.focus({ preventScroll: true });
    setTarget(undefined);
  }, [target]);
  return setTarget;
}

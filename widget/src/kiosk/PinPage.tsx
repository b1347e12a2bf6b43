import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { PinHash } from "../boot/boot";
import { useText } from "../texts/useText";
import { changeKiosk, readKiosk, waitLeft } from "./kioskRecord";
import { useKioskText } from "./texts/catalog";

interface Props {
  pin: PinHash;
  /** Whether it starts kiosk mode. */
  isStart?: boolean;
  onRight(): void;
  /** Absent where there is nothing to go back to. */
  onBack?: () => void;
}

/** Asks for the PIN. */
export function PinPage({ pin, isStart = false, onRight, onBack }: Props) {
  const text = useKioskText();
  const pageText = useText();
  const [typed, setTyped] = useState("");
  const [isWrong, setWrong] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const wait = useWait();
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => field.current?.focus(), []);

  const check = async () => {
    if (isChecking || !typed || waitLeft(readKiosk(), Date.now()) > 0) return;
    setChecking(true);
    setWrong(false);
    if (await isPin(typed, pin)) return onRight();
    changeKiosk({ failures: readKiosk().failures + 1, failedAt: Date.now() });
    setTyped("");
    setWrong(true);
    setChecking(false);
    field.current?.focus();
  };
  return (
    <main className="card kiosk__card">
      <form
        className="elements"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void check();
        }}
      >
        <div>
          <h1>
            <label className="field__label" htmlFor={id}>
              {text("enter_pin")}
            </label>
          </h1>
          <div className="field__control">
            {/* No password field: browsers would offer to remember what staff type. */}
            <input
              ref={field}
              id={id}
              className="text-input kiosk__pin"
              type="text"
              inputMode="numeric"
              autoComplete="off"
              maxLength={8}
              value={typed}
              disabled={wait > 0}
              aria-invalid={isWrong}
              aria-describedby={`${id}-error`}
              onChange={({ target }) => setTyped(target.value)}
            />
          </div>
          <p className="field__error" id={`${id}-error`} role="alert">
            {isWrong && text("wrong_pin")}
          </p>
          <p className="kiosk__wait">{wait > 0 && text("wait", { count: Math.ceil(wait / 1_000) })}</p>
        </div>
        <div className="kiosk__acts">
          {onBack && (
            <button type="button" className="button button--secondary" onClick={onBack}>
              <span className="button__label">{pageText("back")}</span>
            </button>
          )}
          <button type="submit" className="button" aria-busy={isChecking} aria-disabled={wait > 0}>
            <span className="button__label">{text(isStart ? "start" : "confirm")}</span>
            <span className="button__spinner" />
          </button>
        </div>
      </form>
    </main>
  );
}

/** Returns how long the next try has to wait, updated every second. */
function useWait(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return waitLeft(readKiosk(), now);
}

/**
 * Returns whether a PIN is the one that the hash was made of. Slow on purpose, so that many cannot be tried in a short time
 * (docs/kiosk.md#the-pin).
 *
 * @throws where the browser has no Web Cryptography, as on pages without HTTPS.
 */
async function isPin(pin: string, { salt, iterations, hash }: PinHash): Promise<boolean> {
  const { subtle } = crypto;
  const key = await subtle.importKey("raw", new TextEncoder().encode(pin), "PBKDF2", false, ["deriveBits"]);
  const parameters = { name: "PBKDF2", hash: "SHA-256", salt: fromHex(salt), iterations };
  return toHex(await subtle.deriveBits(parameters, key, 256)) === hash;
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function toHex(bits: ArrayBuffer): string {
  return Array.from(new Uint8Array(bits), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

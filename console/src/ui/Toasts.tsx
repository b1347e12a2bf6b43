import { X } from "lucide-react";
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { useText } from "../texts/TextsProvider";
import { Button } from "./Button";
import { IconButton } from "./IconButton";

/** Something that has happened, said in passing. */
export interface Toast {
  text: string;
  /** What can be done about it, such as undoing it. */
  action?: { label: string; run: () => void };
  /** How long it stays; longer where something can be done. */
  seconds?: number;
}

type Shown = Toast & { id: number };

/** How many are shown at most: the oldest gives way. */
const MOST = 3;

const ToastContext = createContext<(toast: Toast) => void>(() => {});

/** Returns what says something in passing. */
export const useToast = () => useContext(ToastContext);

/** Shows the toasts of all that is in it, above everything else. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const text = useText();
  const [toasts, setToasts] = useState<readonly Shown[]>([]);
  const next = useRef(0);
  const show = useCallback((toast: Toast) => {
    const id = next.current++;
    setToasts((shown) => [...shown, { ...toast, id }].slice(-MOST));
  }, []);
  const region = useRef<HTMLElement>(null);
  /** What had the focus before something in here got it. */
  const before = useRef<EventTarget | null>(null);
  const close = useCallback((id: number) => {
    if (region.current?.contains(document.activeElement) && before.current instanceof HTMLElement)
      before.current.focus();
    setToasts((shown) => shown.filter((toast) => toast.id !== id));
  }, []);
  return (
    <ToastContext value={show}>
      {children}
      {/* Dialogs neither hide it nor close when something in it is pressed. */}
      {/* biome-ignore lint/a11y/noNoninteractiveElementInteractions: It only remembers what had the focus. */}
      <section
        className="toasts"
        ref={region}
        aria-label={text("notifications")}
        data-react-aria-top-layer="true"
        onFocus={({ relatedTarget, currentTarget }) => {
          if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
        }}
      >
        {/* Screen readers announce what comes into it, and only that. */}
        <div className="toasts__list" role="status" aria-atomic="false">
          {toasts.map((toast) => (
            <ToastItem key={toast.id} toast={toast} onClose={close} />
          ))}
        </div>
      </section>
    </ToastContext>
  );
}

function ToastItem({ toast, onClose }: { toast: Shown; onClose: (id: number) => void }) {
  const text = useText();
  const { id, action, seconds = action ? 10 : 6 } = toast;
  const close = useCallback(() => onClose(id), [onClose, id]);
  const { pause, resume } = useTimer(seconds, close);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: It only stops its time and closes; its buttons do the rest.
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: As above.
    <div
      className="toast"
      onPointerEnter={() => pause("pointer")}
      onPointerLeave={() => resume("pointer")}
      onFocus={() => pause("focus")}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) resume("focus");
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== "Escape") return;
        // It is meant for nothing else on the page.
        event.stopPropagation();
        close();
      }}
    >
      <p className="toast__text">{toast.text}</p>
      {action && (
        <Button
          kind="link"
          onPress={() => {
            close();
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton icon={X} label={text("dismiss")} onPress={close} />
    </div>
  );
}

type Reason = "pointer" | "focus";

/** Calls something after a time, which stands still as long as there is a reason to. */
function useTimer(seconds: number, onEnd: () => void) {
  const [reasons, setReasons] = useState<readonly Reason[]>([]);
  const left = useRef(seconds * 1000);
  const isPaused = reasons.length > 0;
  useEffect(() => {
    if (isPaused) return;
    const start = performance.now();
    const timer = setTimeout(onEnd, left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - start;
    };
  }, [isPaused, onEnd]);
  const resume = (reason: Reason) => setReasons((all) => all.filter((other) => other !== reason));
  const pause = (reason: Reason) => setReasons((all) => [...all.filter((other) => other !== reason), reason]);
  return { pause, resume };
}

import { useLayoutEffect, useRef } from "react";
import { BusyButton } from "../inputs/BusyButton";
import { useText } from "../texts/useText";

interface Props {
  isRetrying: boolean;
  onRetry: () => void;
}

/** Says that the engine could not be started. What the visitor has answered is kept until it can. */
export function EngineFailure({ isRetrying, onRetry }: Props) {
  const text = useText();
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = panel;
    return () => {
      // The button is removed, and the focus must not go with it.
      if (current?.contains(document.activeElement)) {
        current.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
      }
    };
  }, []);
  return (
    <div className="engine-failure" ref={panel}>
      <p className="notice" role="alert">
        {text("system_error")}
      </p>
      <BusyButton label={text("try_again")} busy={isRetrying} onPress={onRetry} />
    </div>
  );
}

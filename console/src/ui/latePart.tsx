import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import { useText } from "../texts/TextsProvider";
import { useToast } from "./Toasts";

interface LateProps {
  /** Its code cannot be loaded: the next time it is drawn, that is tried again. */
  onFail?: () => void;
}

/**
 * Returns a part of a page whose code is loaded when it is first drawn. Where that fails, as without a connection, this is said in
 * passing, and the rest of the page stays.
 *
 * @param load returns the part.
 * @param placeholder is drawn until then.
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode = null,
): ComponentType<Props & LateProps> {
  let loaded: ComponentType<Props> | undefined;
  return function LatePart({ onFail, ...props }) {
    const text = useText();
    const toast = useToast();
    const [Part, setPart] = useState(() => loaded);
    const fail = useRef(() => {});
    useEffect(() => {
      fail.current = () => {
        toast({ text: text("unreachable") });
        onFail?.();
      };
    });
    useEffect(() => {
      let isDrawn = true;
      load().then(
        (part) => {
          loaded = part;
          if (isDrawn) setPart(() => part);
        },
        () => isDrawn && fail.current(),
      );
      return () => {
        isDrawn = false;
      };
    }, []);
    return Part ? <Part {...(props as Props)} /> : placeholder;
  };
}

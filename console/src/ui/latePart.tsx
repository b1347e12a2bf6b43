import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import { useText } from "../texts/TextsProvider";
import { useToast } from "./Toasts";

interface LateProps {
  /** Its code cannot be loaded: the next time it is drawn, that is tried again. */
  onFail?: () => void;
}

/** What loads the code of the parts that are not there yet. */
const late = new Set<() => Promise<unknown>>();

/** Loads the code of all late parts of the page, so that it is there when they are drawn. Until then, what fails is tried again. */
export async function loadLateParts(): Promise<void> {
  await Promise.allSettled([...late].map((load) => load()));
}

/**
 * Returns a part of a page whose code is loaded when it is first drawn. Where that fails, as without a connection, this is said in
 * passing, and the rest of the page stays.
 *
 * @param load returns the part.
 * @param placeholder is drawn until then. By default the part is opened above the page, whose keys do nothing as long as it is awaited.
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode = <span hidden data-late />,
): ComponentType<Props & LateProps> {
  let loaded: ComponentType<Props> | undefined;
  const prepare = async () => {
    loaded ??= await load();
    late.delete(prepare);
    return loaded;
  };
  late.add(prepare);
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
      prepare().then(
        (part) => isDrawn && setPart(() => part),
        () => isDrawn && fail.current(),
      );
      return () => {
        isDrawn = false;
      };
    }, []);
    return Part ? <Part {...(props as Props)} /> : placeholder;
  };
}

import { useEffect } from "react";
import type { Host } from "./host";
import type { PageState } from "./protocol";

/** Tells the loader which kind of page the frame shows. */
export function usePageStateForHost(host: Host, state: PageState | null): void {
  useEffect(() => {
    host.send({ type: "page_state", state });
  }, [host, state]);
}

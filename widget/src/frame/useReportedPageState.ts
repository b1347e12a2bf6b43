import type { PageState } from "pulsen-loader/protocol";
import { useEffect } from "react";
import type { Host } from "./host";

/** Reports the kind of page that the frame shows to the loader (docs/widget.md#page-state). */
export function useReportedPageState(host: Host, state: PageState | null): void {
  useEffect(() => {
    host.send({ type: "page_state", state });
  }, [host, state]);
}

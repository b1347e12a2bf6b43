import type { PageState } from "pulsen-loader/protocol";
import { useEffect } from "react";
import type { LoaderConnection } from "./loaderConnection";

/** Reports the kind of page that the frame shows to the loader (docs/widget.md#page-state). */
export function useReportedPageState(loader: LoaderConnection, state: PageState | null): void {
  useEffect(() => {
    loader.send({ type: "page_state", state });
  }, [loader, state]);
}

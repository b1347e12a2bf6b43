import { forgetRecords } from "../outbox/forgetRecords";
import { forgetVisitors } from "../storage/forgetVisitors";
import type { LoaderConnection } from "./loaderConnection";
import type { Tabs } from "./tabs";

/** What the frame shows, as it is emptied. */
interface Emptied {
  /** Leaves all that is shown. */
  clear(): void;
  /** Shows what a visitor sees first. */
  begin(): void;
}

/** Forgets everybody who has used this browser when the host page says that the visitor has logged out (docs/widget.md#logging-out). */
export function followReset(loader: LoaderConnection, tabs: Tabs, { clear, begin }: Emptied): void {
  loader.listen(async ({ type }) => {
    if (type !== "reset") return;
    // First, so that what ends with it stores nothing.
    forgetVisitors();
    clear();
    await forgetRecords().catch(console.error);
    tabs.tell({ type: "reset" });
    begin();
    loader.send({ type: "erased" });
  });
}

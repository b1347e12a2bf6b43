import { forgetRecords } from "../outbox/recordOwners";
import { forgetHere, forgetVisitors } from "../storage/forgetVisitors";
import type { LoaderConnection } from "./loaderConnection";
import type { Tabs } from "./tabs";

/** What the frame shows, as it is emptied. */
interface Emptied {
  /** Leaves all that is shown. */
  clear(): void;
  /** Notes whom the host page names. */
  note(): void;
  /** Shows what a visitor sees first. */
  begin(): void;
}

/** Forgets everybody who has used this browser when a host page says that the visitor has logged out (docs/widget.md#logging-out). */
export function followReset(loader: LoaderConnection, tabs: Tabs, { clear, note, begin }: Emptied): void {
  loader.listen(async ({ type }) => {
    if (type !== "reset") return;
    // First, so that what ends with it stores nothing.
    forgetVisitors();
    // At once, so that the others store nothing any more either.
    tabs.tell({ type: "reset" });
    clear();
    await forgetRecords().catch(console.error);
    begin();
    loader.send({ type: "erased" });
  });
  tabs.listen(({ type }) => {
    if (type !== "reset") return;
    // What the tabs share is forgotten already. A tab that hears it late must not forget the next visitor.
    forgetHere();
    clear();
    note();
    begin();
  });
}

import { forgetKept } from "../offline/forgetKept";
import { eraseAll } from "../storage/localStore";
import { OUTBOX } from "../storage/names";
import type { LoaderConnection } from "./loaderConnection";

/** Erases what is stored when the host page says that the visitor does not consent any more (docs/widget.md#consent). */
export function eraseOnDemand(loader: LoaderConnection): void {
  loader.listen((message) => {
    if (message.type !== "erase") return;
    eraseAll();
    try {
      window.indexedDB.deleteDatabase(OUTBOX);
    } catch {
      // Where it cannot be reached there is nothing either.
    }
    void forgetKept().then(() => loader.send({ type: "erased" }));
  });
}

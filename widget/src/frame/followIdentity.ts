import type { LazyCustomer } from "../flow/lazyCustomer";
import type { LoaderConnection } from "./loaderConnection";

/** Tells a flow who the visitor is, as the host page says it, and when the widget is opened. Returns the end of it. */
export function followIdentity(loader: LoaderConnection, customer: LazyCustomer): () => void {
  const identity = loader.identity();
  if (identity) customer.identify(identity);
  return loader.listen((message) => {
    if (message.type === "identify") customer.identify(message);
    if (message.type === "visibility" && message.open) customer.opened();
  });
}

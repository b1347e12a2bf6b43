import type { LazyCustomer } from "../customer/lazyCustomer";
import type { LoaderConnection } from "./loaderConnection";

/**
 * Tells a flow who the visitor is, as the host page says it, and when the widget is opened. A form in the host's page is not
 * opened by anybody: there the first answer is the visitor's first act. Returns the end of it.
 */
export function followIdentity(loader: LoaderConnection, customer: LazyCustomer): () => void {
  const identity = loader.identity();
  if (identity) customer.identify(identity);
  const isInline = loader.hello.inline !== undefined;
  if (loader.isOpen() && loader.wasOpened() && !isInline) customer.opened();
  return loader.listen((message) => {
    if (message.type === "identify") customer.identify(message);
    if (message.type === "visibility" && message.open && (!isInline || loader.identity())) customer.opened();
  });
}

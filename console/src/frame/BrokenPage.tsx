import { use } from "react";
import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { Message } from "../ui/Message";
import { PlainFrame } from "../ui/PlainFrame";
import { useIsReachable } from "../ui/useIsReachable";
import { Framed } from "./Framed";

/**
 * Stands for a page whose script has thrown, or cannot be loaded: after an update that has removed its files, or without a connection.
 * Then it can be loaded again when that is back.
 */
export function BrokenPage() {
  const text = useText();
  const isReachable = useIsReachable();
  const message = (
    <Message
      title={text(isReachable ? "page_broken" : "unreachable")}
      isAlert
      actions={isReachable && <Button onPress={() => location.reload()}>{text("reload")}</Button>}
    />
  );
  return use(Framed) ? <div className="content">{message}</div> : <PlainFrame>{message}</PlainFrame>;
}

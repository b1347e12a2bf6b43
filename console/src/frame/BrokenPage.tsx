import { use } from "react";
import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { Message } from "../ui/Message";
import { PlainFrame } from "../ui/PlainFrame";
import { Framed } from "./Framed";

/** Stands for a page whose script has thrown, such as after an update that has removed its files. */
export function BrokenPage() {
  const text = useText();
  const message = (
    <Message
      title={text("page_broken")}
      isAlert
      actions={<Button onPress={() => location.reload()}>{text("reload")}</Button>}
    />
  );
  return use(Framed) ? <div className="content">{message}</div> : <PlainFrame>{message}</PlainFrame>;
}

import { useText } from "../texts/useText";
import { CheckMark } from "./CheckMark";
import { MessagePage, type MessagePageProps } from "./MessagePage";

/** Replaces the flow where a visitor may give feedback only once and has done so (docs/api.md#multiple-feedback). */
export function AlreadyGiven({ as, children }: Pick<MessagePageProps, "as" | "children">) {
  const message = useText()("prevent_multiple_feedback");
  return (
    <MessagePage as={as} sign={<CheckMark />} message={message}>
      {children}
    </MessagePage>
  );
}

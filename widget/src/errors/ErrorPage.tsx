import { ErrorSign } from "../shell/ErrorSign";
import { MessagePage, type MessagePageProps } from "../shell/MessagePage";
import type { TextKey } from "../texts/catalog";
import { useText } from "../texts/useText";
import { TryAgain } from "./TryAgain";

interface Props extends Pick<MessagePageProps, "as" | "children"> {
  messageKey: TextKey;
}

/** Shows an error instead of the page, with a button that tries again where that may help. */
export function ErrorPage({ messageKey, as, children }: Props) {
  const text = useText();
  const isAddress = messageKey === "not_found" || messageKey === "wrong_url";
  return (
    <MessagePage
      as={as}
      sign={<ErrorSign />}
      message={text(messageKey)}
      isError
      note={isAddress ? text("check_address") : undefined}
    >
      {messageKey === "system_error" && <TryAgain />}
      {children}
    </MessagePage>
  );
}

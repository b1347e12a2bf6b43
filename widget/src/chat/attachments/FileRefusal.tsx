import { textKeyOfCode } from "../../uploads/problems";
import { useProblemText } from "../../uploads/useProblemText";
import { useChatText } from "../texts/useChatText";

/** Why the server did not take a message: what is wrong with its image, if that is what the code says. */
export function FileRefusal({ code }: { code: string }) {
  const text = useChatText();
  const problemText = useProblemText();
  // A chat takes images only.
  const key = code === "unsupported_type" ? "only_images" : textKeyOfCode(code);
  return key ? problemText({ key }) : text("message_not_sent");
}

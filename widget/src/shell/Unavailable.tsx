import type { Unavailability } from "../boot/boot";
import { localeOf } from "../language/locale";
import type { TextKey } from "../texts/catalog";
import { useText } from "../texts/useText";
import { ErrorSign } from "./ErrorSign";
import { MessagePage, type MessagePageProps } from "./MessagePage";

interface Props extends Pick<MessagePageProps, "as" | "children"> {
  unavailable: Unavailability;
  language: string;
}

const TEXTS: Record<Unavailability["reason"], TextKey> = {
  not_open_yet: "not_open_yet",
  expired: "expired",
  closed: "not_accepting",
  quota_used_up: "quota_used_up",
  invalid_signature: "invalid_signature",
};

/** Replaces the flow of a node that takes no feedback (docs/widget.md#activation). */
export function Unavailable({ unavailable, language, as, children }: Props) {
  const text = useText();
  const { reason, message, opens_at: opensAt } = unavailable;
  const isWrongLink = reason === "invalid_signature";
  const opening = opensAt && text("opens_at", { date: formatMoment(opensAt, language) });
  return (
    <MessagePage
      as={as}
      sign={isWrongLink ? <ErrorSign /> : <ClockSign />}
      message={message ?? text(TEXTS[reason])}
      isError={isWrongLink}
      note={isWrongLink ? text("check_address") : opening}
    >
      {children}
    </MessagePage>
  );
}

/** Writes a moment by the visitor's clock. */
function formatMoment(moment: string, language: string): string {
  const options = { dateStyle: "long", timeStyle: "short" } as const;
  const date = new Date(moment);
  try {
    return date.toLocaleString(localeOf(language), options);
  } catch {
    // `Intl` does not know the code: operators choose codes freely.
    return date.toLocaleString("en", options);
  }
}

function ClockSign() {
  return (
    <svg className="error-sign" viewBox="0 0 64 64" aria-hidden="true">
      <circle cx="32" cy="32" r="30" />
      <path d="M32 16v17l11 7" />
    </svg>
  );
}

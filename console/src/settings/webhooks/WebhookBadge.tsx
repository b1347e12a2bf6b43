import { useText } from "../../texts/TextsProvider";
import { Badge } from "../../ui/Badge";
import type { Webhook } from "../../wire";

/** How a webhook is: on, off, or failing. */
export function WebhookBadge({ webhook: { enabled, gone_at, failures } }: { webhook: Webhook }) {
  const text = useText();
  if (gone_at) return <Badge tone="danger">{text("settings_webhooks_gone")}</Badge>;
  if (!enabled) return <Badge>{text("settings_webhooks_off")}</Badge>;
  if (failures > 0) return <Badge tone="warning">{text("settings_webhooks_failing")}</Badge>;
  return <Badge tone="success">{text("settings_webhooks_on")}</Badge>;
}

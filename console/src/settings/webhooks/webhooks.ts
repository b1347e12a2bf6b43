import { queryOptions } from "@tanstack/react-query";
import { call } from "../../http/call";
import { hasCode } from "../../http/problem";
import type { TextKey } from "../../texts/en";
import type { Webhook, WebhookEventType, WebhookList } from "../../wire";

/** The keys of the list of webhooks, of one of them, and of the deliveries of one. */
export const WEBHOOKS = "settings-webhooks";
export const WEBHOOK = "settings-webhook";
export const DELIVERIES = "settings-deliveries";

/** What the server can tell others about, in words. */
export const EVENTS: Record<WebhookEventType, TextKey> = {
  "feedback.completed": "settings_event_feedback_completed",
  "feedback.partial": "settings_event_feedback_partial",
  "chat.message": "settings_event_chat_message",
  "chat.status_changed": "settings_event_chat_status_changed",
  "chat.rated": "settings_event_chat_rated",
};

/** All webhooks that the reader may see: there are at most 50. */
export const webhooksQuery = queryOptions({
  queryKey: [WEBHOOKS],
  queryFn: ({ signal }) => call<WebhookList>("GET", "/v1/staff/webhooks", undefined, { signal }),
});

/** Returns what loads one webhook. */
export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: [WEBHOOK, id],
    queryFn: ({ signal }) => call<Webhook>("GET", webhookPath(id), undefined, { signal }),
    // Failures, pauses, and that its receiver has ended it.
    refetchInterval: ({ state: { error } }) => (hasCode(error, "not_found") ? false : 5_000),
  });

/** Returns the path of the calls of a webhook. */
export function webhookPath(id: string): string {
  return `/v1/staff/webhooks/${encodeURIComponent(id)}`;
}

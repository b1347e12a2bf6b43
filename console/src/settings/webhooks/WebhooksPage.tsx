import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { ChevronRight, Webhook as WebhookIcon } from "lucide-react";
import { useState } from "react";
import { useSession } from "../../session/session";
import { useText } from "../../texts/TextsProvider";
import { Button } from "../../ui/Button";
import { Empty } from "../../ui/Empty";
import { QueryState } from "../../ui/QueryState";
import type { Webhook } from "../../wire";
import { Secret } from "../parts/Secret";
import { SettingsPage } from "../parts/SettingsPage";
import { SECTIONS } from "../parts/sections";
import { useList } from "../parts/useList";
import { WebhookBadge } from "./WebhookBadge";
import { WebhookForm } from "./WebhookForm";
import { EVENTS, webhooksQuery } from "./webhooks";

/** Which other systems are told what happens. */
export function WebhooksPage() {
  const text = useText();
  const session = useSession();
  const navigate = useNavigate();
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<Webhook | null>(null);
  const section = SECTIONS.webhooks;
  return (
    <SettingsPage
      section={section}
      action={
        <Button icon={WebhookIcon} onPress={() => setAdding(true)}>
          {text("settings_webhooks_add")}
        </Button>
      }
    >
      {section.isFor(session) && <List />}
      {isAdding && (
        <WebhookForm
          onSaved={(webhook) => {
            setAdding(false);
            setAdded(webhook);
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {added?.secret && (
        <Secret
          title={text("settings_webhooks_made", { id: added.id })}
          hint={text("settings_webhooks_once")}
          label={text("settings_webhooks_secret")}
          secret={added.secret}
          onKept={() => void navigate({ to: "/settings/webhooks/$webhook", params: { webhook: added.id } })}
        />
      )}
    </SettingsPage>
  );
}

function List() {
  const text = useText();
  const query = useQuery(webhooksQuery);
  return (
    <QueryState query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty icon={WebhookIcon} title={text("settings_webhooks_none")}>
            {text("settings_webhooks_none_hint")}
          </Empty>
        ) : (
          <ul className="rows">
            {items.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} />
            ))}
          </ul>
        )
      }
    </QueryState>
  );
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const text = useText();
  const list = useList();
  const { id, url, events, description } = webhook;
  return (
    <li>
      <Link className="settings-link-row" to="/settings/webhooks/$webhook" params={{ webhook: id }}>
        <span className="row__main">
          <span className="row__title">
            <bdi>{id}</bdi>
            <WebhookBadge webhook={webhook} />
          </span>
          {description && (
            <span className="small settings__line">
              <bdi>{description}</bdi>
            </span>
          )}
          <span className="small soft settings__line" dir="ltr">
            {url}
          </span>
          <span className="small soft settings__line">
            {list(events.map((event) => text(EVENTS[event])))}
          </span>
        </span>
        <ChevronRight className="settings__end-icon" aria-hidden="true" />
      </Link>
    </li>
  );
}

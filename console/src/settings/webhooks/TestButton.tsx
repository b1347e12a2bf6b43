import { Send } from "lucide-react";
import { useState } from "react";
import { call } from "../../http/call";
import { useText } from "../../texts/TextsProvider";
import { Button } from "../../ui/Button";
import { Section } from "../../ui/Section";
import type { WebhookTest } from "../../wire";
import { SettingsProblem } from "../parts/SettingsProblem";
import { useAct } from "../parts/useAct";
import { WEBHOOK, webhookPath } from "./webhooks";

/** Calls a webhook with a test, and says what its receiver answered. */
export function TestButton({ id }: { id: string }) {
  const text = useText();
  const [result, setResult] = useState<WebhookTest | null>(null);
  const test = useAct<WebhookTest>(
    { call: () => call("POST", `${webhookPath(id)}/test`), changes: [WEBHOOK] },
    setResult,
  );
  return (
    <Section title={text("settings_webhooks_test")} hint={text("settings_webhooks_test_hint")}>
      <div className="actions">
        <Button
          kind="secondary"
          icon={Send}
          isBusy={test.isBusy}
          onPress={() => {
            setResult(null);
            test.run();
          }}
        >
          {text("settings_webhooks_test_send")}
        </Button>
      </div>
      <SettingsProblem error={test.error} />
      {/* It is there before: screen readers announce what comes into it. */}
      <div role="status">
        {result?.delivered && (
          <p className="success">
            {text("settings_webhooks_test_delivered", { status: String(result.status) })}
          </p>
        )}
        {result && !result.delivered && (
          <p className="note note--problem">
            {result.status === null
              ? text("settings_webhooks_test_unreachable")
              : text("settings_webhooks_test_refused", { status: String(result.status) })}
            {result.error && (
              <bdi className="small settings__line" dir="ltr">
                {result.error}
              </bdi>
            )}
          </p>
        )}
      </div>
    </Section>
  );
}

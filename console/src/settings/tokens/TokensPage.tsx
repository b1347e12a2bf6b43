import { KeyRound } from "lucide-react";
import { useState } from "react";
import { call } from "../../http/call";
import { useSession } from "../../session/session";
import { useText, useTimeFormat } from "../../texts/TextsProvider";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { Empty } from "../../ui/Empty";
import { QueryState } from "../../ui/QueryState";
import { RelativeTime } from "../../ui/RelativeTime";
import { useToast } from "../../ui/Toasts";
import type { AddedStaffToken, StaffToken } from "../../wire";
import { AskDialog } from "../parts/AskDialog";
import { useNodeNames } from "../parts/nodes";
import { MoreButton, usePages } from "../parts/pages";
import { Secret } from "../parts/Secret";
import { SettingsPage } from "../parts/SettingsPage";
import { SECTIONS } from "../parts/sections";
import { useList } from "../parts/useList";
import { TokenForm } from "./TokenForm";
import { TOKENS } from "./tokens";

/** With what programs sign in. */
export function TokensPage() {
  const text = useText();
  const session = useSession();
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<AddedStaffToken | null>(null);
  const section = SECTIONS.tokens;
  return (
    <SettingsPage
      section={section}
      action={
        <Button icon={KeyRound} onPress={() => setAdding(true)}>
          {text("settings_tokens_add")}
        </Button>
      }
    >
      {section.isFor(session) && <TokenList />}
      {isAdding && (
        <TokenForm
          onAdded={(made) => {
            setAdding(false);
            setAdded(made);
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {added && (
        <Secret
          title={text("settings_tokens_made", { name: added.token.name })}
          hint={text("settings_tokens_once")}
          label={text("settings_tokens_secret")}
          secret={added.secret}
          onKept={() => setAdded(null)}
        />
      )}
    </SettingsPage>
  );
}

function TokenList() {
  const text = useText();
  const toast = useToast();
  const pages = usePages<StaffToken>(TOKENS, "/v1/staff/tokens");
  const [revoked, setRevoked] = useState<string | null>(null);
  return (
    <QueryState query={pages}>
      {(tokens) => (
        <>
          {tokens.length === 0 ? (
            <Empty icon={KeyRound} title={text("settings_tokens_none")}>
              {text("settings_tokens_none_hint")}
            </Empty>
          ) : (
            <ul className="rows">
              {tokens.map((token) => (
                <TokenRow key={token.created_at + token.name} token={token} onRevoke={setRevoked} />
              ))}
            </ul>
          )}
          <MoreButton pages={pages} />
          {revoked !== null && (
            <AskDialog
              title={text("settings_tokens_revoke_title", { name: revoked })}
              confirmLabel={text("settings_tokens_revoke")}
              isDanger
              act={{
                call: () => call("DELETE", `/v1/staff/tokens/${encodeURIComponent(revoked)}`),
                changes: [TOKENS],
              }}
              onDone={() => {
                toast({ text: text("settings_tokens_revoked", { name: revoked }) });
                setRevoked(null);
              }}
              onCancel={() => setRevoked(null)}
            >
              <p>{text("settings_tokens_revoke_hint")}</p>
            </AskDialog>
          )}
        </>
      )}
    </QueryState>
  );
}

const TONES = { in_force: "success", expired: "warning", revoked: "neutral" } as const;

function TokenRow({ token, onRevoke }: { token: StaffToken; onRevoke: (name: string) => void }) {
  const text = useText();
  const formatTime = useTimeFormat();
  const namesOf = useNodeNames();
  const list = useList();
  const { name, state, rights, nodes, expires_at, revoked_at, last_used_at } = token;
  return (
    <li className="row">
      <div className="row__main">
        <p className="row__title">
          <bdi>{name}</bdi>
          <Badge tone={TONES[state]}>{text(`settings_tokens_state_${state}`)}</Badge>
        </p>
        <p className="small soft">
          {list(rights.map((right) => text(`settings_right_${right}`)))} · <bdi>{namesOf(nodes)}</bdi>
        </p>
        <p className="small soft">
          {revoked_at
            ? text("settings_tokens_revoked_at", { time: formatTime(revoked_at) })
            : text(state === "expired" ? "settings_tokens_expired_at" : "settings_tokens_expires_at", {
                time: formatTime(expires_at),
              })}
          {" · "}
          {last_used_at ? (
            <>
              {text("settings_tokens_used")} <RelativeTime time={last_used_at} />
            </>
          ) : (
            text("settings_tokens_unused")
          )}
        </p>
      </div>
      {state === "in_force" && (
        <Button
          kind="secondary"
          size="small"
          label={text("settings_tokens_revoke_label", { name })}
          onPress={() => onRevoke(name)}
        >
          {text("settings_tokens_revoke")}
        </Button>
      )}
    </li>
  );
}

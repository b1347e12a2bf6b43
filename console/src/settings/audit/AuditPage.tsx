import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { hasCode } from "../../http/problem";
import { useSession } from "../../session/session";
import { useText, useTimeFormat } from "../../texts/TextsProvider";
import { Button } from "../../ui/Button";
import { QueryState } from "../../ui/QueryState";
import { Select } from "../../ui/Select";
import { TextField } from "../../ui/TextField";
import type { AuditItem } from "../../wire";
import { useNodeName, useNodes } from "../parts/nodes";
import { MoreButton, usePages } from "../parts/pages";
import { SettingsPage } from "../parts/SettingsPage";
import { SECTIONS } from "../parts/sections";
import { ACTS, actText } from "./acts";

/** What the list is about, as the address has it. */
interface AuditFilter {
  staff?: string;
  act?: string;
  node?: string;
  feedback?: string;
}

const route = getRouteApi("/signed-in/settings/audit");

/** Who did what. */
export function AuditPage() {
  const filter = route.useSearch();
  const { rights } = useSession();
  return (
    <SettingsPage section={SECTIONS.audit}>
      {rights.includes("read") && (
        <>
          {/* Its fields begin with what the address has, also when that changes. What is chosen from a list keeps its focus. */}
          <Filter key={JSON.stringify([filter.staff, filter.feedback])} filter={filter} />
          <Acts filter={filter} />
        </>
      )}
    </SettingsPage>
  );
}

function Filter({ filter }: { filter: AuditFilter }) {
  const text = useText();
  const nodes = useNodes();
  const filterBy = useFilterBy();
  const [staff, setStaff] = useState(filter.staff ?? "");
  const [feedback, setFeedback] = useState(filter.feedback ?? "");
  const typed = { ...filter, staff: staff.trim(), feedback: feedback.trim() };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    filterBy(typed);
  };
  return (
    <search>
      <form
        className="settings-filter"
        aria-label={text("settings_audit_filter")}
        onSubmit={submit}
        noValidate
      >
        <TextField label={text("settings_audit_staff")} value={staff} onChange={setStaff} />
        <Select
          label={text("settings_audit_act")}
          value={filter.act ?? ""}
          options={[
            { value: "", label: text("settings_audit_all_acts") },
            ...Object.entries(ACTS).map(([value, words]) => ({ value, label: text(words) })),
          ]}
          onChange={(act) => filterBy({ ...typed, act })}
        />
        <Select
          label={text("settings_audit_node")}
          value={filter.node ?? ""}
          options={[
            { value: "", label: text("settings_all_nodes") },
            ...nodes.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(node) => filterBy({ ...typed, node })}
        />
        <TextField label={text("settings_audit_feedback")} value={feedback} onChange={setFeedback} />
        <div className="actions">
          <Button type="submit" kind="secondary">
            {text("settings_audit_show")}
          </Button>
          {Object.keys(filter).length > 0 && (
            <Button kind="quiet" icon={X} onPress={() => filterBy({})}>
              {text("settings_audit_clear")}
            </Button>
          )}
        </div>
      </form>
    </search>
  );
}

/** Returns what shows the acts that fit a filter. */
function useFilterBy() {
  const navigate = useNavigate();
  return (wanted: AuditFilter) =>
    void navigate({
      to: "/settings/audit",
      search: Object.fromEntries(Object.entries(wanted).filter(([, value]) => value)),
      replace: true,
    });
}

function Acts({ filter: { staff, act, node, feedback } }: { filter: AuditFilter }) {
  const text = useText();
  const pages = usePages<AuditItem>("settings-audit", "/v1/staff/audit", {
    staff,
    act,
    node_id: node,
    feedback_id: feedback,
  });
  // The server knows no such channel or feedback.
  if (hasCode(pages.error, "not_found", "invalid_query"))
    return <p className="soft">{text("settings_audit_none")}</p>;
  return (
    <QueryState query={pages}>
      {(items) =>
        items.length === 0 ? (
          <p className="soft">{text("settings_audit_none")}</p>
        ) : (
          <>
            <ol className="rows settings-audit">
              {items.map((item, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: Two acts can be alike in everything; later ones come at the end.
                <ActRow key={index} item={item} />
              ))}
            </ol>
            <MoreButton pages={pages} />
          </>
        )
      }
    </QueryState>
  );
}

function ActRow({ item: { at, staff, act, subject, node_id, feedback_id } }: { item: AuditItem }) {
  const text = useText();
  const formatTime = useTimeFormat(WITH_SECONDS);
  const nodeName = useNodeName();
  const filterBy = useFilterBy();
  const words = actText(act);
  return (
    <li className="settings-audit__row">
      <time className="small soft" dateTime={at}>
        {formatTime(at)}
      </time>
      <div className="row__main">
        <p>
          <bdi className="settings__strong">{staff}</bdi> · {words ? text(words) : act}
        </p>
        {(subject || node_id) && (
          <p className="small soft settings__wrap">
            {subject && <bdi>{subject}</bdi>}
            {subject && node_id && " · "}
            {node_id && <bdi>{nodeName(node_id)}</bdi>}
          </p>
        )}
        {feedback_id && (
          <Button
            kind="link"
            size="small"
            label={text("settings_audit_of_feedback_label", { id: feedback_id })}
            onPress={() => filterBy({ feedback: feedback_id })}
          >
            {text("settings_audit_of_feedback")}
          </Button>
        )}
      </div>
    </li>
  );
}

const WITH_SECONDS = { dateStyle: "medium", timeStyle: "medium" } as const;

import { call } from "../../http/call";
import { useText, useTimeFormat } from "../../texts/TextsProvider";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { useToast } from "../../ui/Toasts";
import type { ManagedLink, ManagedPerson } from "../../wire";
import { AskDialog } from "../parts/AskDialog";
import { Secret } from "../parts/Secret";
import { PersonForm } from "./PersonForm";
import { PEOPLE } from "./people";

/** What somebody does with a person. */
export type PersonAct =
  | { kind: "add" }
  | {
      kind: "edit" | "link" | "remove_factor" | "end_sessions" | "disable" | "enable";
      person: ManagedPerson;
    }
  /** Null: the server makes no links, because people sign in by single sign-on. */
  | { kind: "link_made"; person: ManagedPerson; link: ManagedLink | null };

interface Props {
  act: PersonAct;
  onAct: (act: PersonAct | null) => void;
}

/** The dialog of an act. */
export function PersonDialog({ act, onAct }: Props) {
  const close = () => onAct(null);
  switch (act.kind) {
    case "add":
      return (
        <PersonForm
          onAdded={({ person, link }) => onAct({ kind: "link_made", person, link })}
          onClose={close}
        />
      );
    case "edit":
      return <PersonForm person={act.person} onClose={close} />;
    case "link_made":
      return <LinkMade {...act} onClose={close} />;
    case "link":
    case "remove_factor":
      return (
        <AskLink
          person={act.person}
          removesFactor={act.kind === "remove_factor"}
          onMade={(link) => onAct({ kind: "link_made", person: act.person, link })}
          onClose={close}
        />
      );
    default:
      return <AskPerson kind={act.kind} person={act.person} onClose={close} />;
  }
}

interface LinkProps {
  person: ManagedPerson;
  removesFactor: boolean;
  onMade: (link: ManagedLink) => void;
  onClose: () => void;
}

function AskLink({ person, removesFactor, onMade, onClose }: LinkProps) {
  const text = useText();
  const { id, name } = person;
  const kind = removesFactor ? "remove_factor" : "link";
  return (
    <AskDialog
      title={text(`settings_people_${kind}_title`, { name })}
      confirmLabel={text(removesFactor ? "settings_people_remove_factor" : "settings_people_link_make")}
      isDanger={removesFactor}
      act={{
        call: () =>
          call<ManagedLink>("POST", `/v1/staff/people/${encodeURIComponent(id)}/link`, {
            remove_second_factor: removesFactor,
          }),
        changes: [PEOPLE],
      }}
      onDone={onMade}
      onCancel={onClose}
    >
      <p>{text(`settings_people_${kind}_hint`)}</p>
    </AskDialog>
  );
}

interface AskProps {
  kind: "end_sessions" | "disable" | "enable";
  person: ManagedPerson;
  onClose: () => void;
}

function AskPerson({ kind, person, onClose }: AskProps) {
  const text = useText();
  const toast = useToast();
  const { id, name } = person;
  const path = `/v1/staff/people/${encodeURIComponent(id)}`;
  return (
    <AskDialog
      title={text(`settings_people_${kind}_title`, { name })}
      confirmLabel={text(`settings_people_${kind}`)}
      isDanger={kind === "disable"}
      act={{
        call: () =>
          kind === "end_sessions"
            ? call("DELETE", `${path}/sessions`)
            : call("PATCH", path, { disabled: kind === "disable" }),
        changes: [PEOPLE],
      }}
      onDone={() => {
        toast({ text: text(`settings_people_${kind}_done`, { name }) });
        onClose();
      }}
      onCancel={onClose}
    >
      <p>{text(`settings_people_${kind}_hint`)}</p>
    </AskDialog>
  );
}

interface MadeProps {
  person: ManagedPerson;
  link: ManagedLink | null;
  onClose: () => void;
}

function LinkMade({ person, link, onClose }: MadeProps) {
  const text = useText();
  const formatTime = useTimeFormat();
  const { name, email } = person;
  if (!link)
    return (
      <Dialog title={text("settings_people_added_title", { name })} onClose={onClose}>
        <p className="soft">{text("settings_people_added_sso", { email })}</p>
        <div className="actions">
          <Button onPress={onClose}>{text("settings_done")}</Button>
        </div>
      </Dialog>
    );
  return (
    <Secret
      title={text("settings_people_link_for", { name })}
      hint={text("settings_people_link_once", { time: formatTime(link.expires_at) })}
      label={text("settings_people_link_label")}
      secret={link.url}
      onKept={onClose}
    />
  );
}

import { UserPlus } from "lucide-react";
import { useState } from "react";
import { signInWays } from "../../basics/page";
import { useSession } from "../../session/session";
import { useText } from "../../texts/TextsProvider";
import { Avatar } from "../../ui/Avatar";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { MenuButton } from "../../ui/MenuButton";
import type { MenuEntry } from "../../ui/menu";
import { QueryState } from "../../ui/QueryState";
import type { ManagedPerson } from "../../wire";
import { useNodeNames } from "../parts/nodes";
import { MoreButton, usePages } from "../parts/pages";
import { SettingsPage } from "../parts/SettingsPage";
import { SECTIONS } from "../parts/sections";
import { type PersonAct, PersonDialog } from "./PersonDialog";
import { PEOPLE } from "./people";

/** Who can sign in, and what owners do about it. */
export function PeoplePage() {
  const text = useText();
  const session = useSession();
  const [act, setAct] = useState<PersonAct | null>(null);
  const section = SECTIONS.people;
  return (
    <SettingsPage
      section={section}
      action={
        <Button icon={UserPlus} onPress={() => setAct({ kind: "add" })}>
          {text("settings_people_add")}
        </Button>
      }
    >
      {section.isFor(session) && <PeopleList onAct={setAct} />}
      {act && <PersonDialog act={act} onAct={setAct} />}
    </SettingsPage>
  );
}

function PeopleList({ onAct }: { onAct: (act: PersonAct) => void }) {
  const pages = usePages<ManagedPerson>(PEOPLE, "/v1/staff/people");
  return (
    <QueryState query={pages}>
      {(people) => (
        <>
          <ul className="rows">
            {people.map((person) => (
              <PersonRow key={person.id} person={person} onAct={onAct} />
            ))}
          </ul>
          <MoreButton pages={pages} />
        </>
      )}
    </QueryState>
  );
}

function PersonRow({ person, onAct }: { person: ManagedPerson; onAct: (act: PersonAct) => void }) {
  const text = useText();
  const namesOf = useNodeNames();
  const { user } = useSession();
  const { name, email, role, nodes, state, second_factor } = person;
  return (
    <li className="row">
      <Avatar name={name} />
      <div className="row__main">
        <p className="row__title">
          <bdi>{name}</bdi>
          {person.id === user.id && <Badge tone="accent">{text("settings_people_you")}</Badge>}
          {state !== "can_sign_in" && (
            <Badge tone={state === "disabled" ? "neutral" : "warning"}>
              {text(`settings_people_state_${state}`)}
            </Badge>
          )}
          {second_factor && <Badge tone="success">{text("second_factor")}</Badge>}
        </p>
        <p className="small soft settings__wrap">
          <bdi>{email}</bdi>
        </p>
        <p className="small soft">
          {text(`role_${role}`)} · <bdi>{namesOf(nodes)}</bdi>
        </p>
      </div>
      <MenuButton label={text("settings_acts_for", { name })} items={entriesOf(person, text, onAct)} />
    </li>
  );
}

function entriesOf(
  person: ManagedPerson,
  text: ReturnType<typeof useText>,
  onAct: (act: PersonAct) => void,
): MenuEntry[] {
  const isDisabled = person.state === "disabled";
  const entry = (kind: Exclude<PersonAct["kind"], "add" | "link_made">, isDanger = false): MenuEntry => ({
    id: kind,
    label: text(`settings_people_${kind}`),
    isDanger,
    onAction: () => onAct({ kind, person }),
  });
  return [
    entry("edit"),
    ...(!isDisabled && signInWays().passwords ? [entry("link")] : []),
    ...(!isDisabled && person.second_factor && signInWays().passwords ? [entry("remove_factor")] : []),
    entry("end_sessions"),
    isDisabled ? entry("enable") : entry("disable", true),
  ];
}

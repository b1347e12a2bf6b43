import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { TextKey } from "../texts/en";
import { useText } from "../texts/TextsProvider";
import { Badge } from "../ui/Badge";
import { Breadcrumb } from "../ui/Breadcrumb";
import { PageTitle } from "../ui/PageTitle";
import { TabLinks } from "../ui/TabLinks";
import type { ListedRecord } from "../wire";
import { ArchiveSection } from "./ArchiveSection";
import { LeaveGuard } from "./LeaveGuard";
import { RecordForm } from "./RecordForm";
import { RecordNotes } from "./RecordNotes";
import { RevisionsPart } from "./RevisionsPart";
import type { Choices } from "./useChoices";
import type { RecordPage } from "./useRecordPage";

interface Props<Part extends string> {
  page: RecordPage;
  name: string;
  /** What its id is called. */
  idLabel: string;
  /** What else is known about it at once. */
  badge?: ReactNode;
  /** Links to the pages between the list of channels and this one. */
  above?: readonly ReactNode[];
  /** Where the page is. */
  address: { to: NonNullable<LinkProps["to"]>; params: Record<string, string> };
  part: Part | "settings" | "revisions";
  /** What it has between settings and revisions. */
  own: { part: Part; label: TextKey; content: ReactNode };
  choices: Choices;
  /** What is archived with it. */
  widgets?: readonly ListedRecord[];
  /** Beside the settings. */
  aside?: ReactNode;
}

/** The page of a node or a widget: where it is and what it is called, then one of its parts. */
export function RecordFrame<Part extends string>(props: Props<Part>) {
  const { page, name, idLabel, badge, above = [], address, part, own } = props;
  const text = useText();
  const { kind, listed, access, editor } = page;
  return (
    <>
      <LeaveGuard isDirty={editor.isDirty && !page.isArchived} />
      <Breadcrumb
        links={[
          <Link key="channels" to="/channels" className="link">
            {text("channels_title")}
          </Link>,
          ...above,
        ]}
      />
      <PageTitle title={name}>
        <bdi>{name}</bdi>
      </PageTitle>
      <p className="channels-facts soft">
        <span>
          {idLabel} <bdi>{listed.id}</bdi>
        </span>
        {listed.archived ? <Badge>{text("channels_archived")}</Badge> : badge}
      </p>
      <RecordNotes kind={kind} listed={listed} access={access} />
      <TabLinks
        label={text("channels_parts")}
        links={[
          { label: text("channels_part_settings"), of: "settings" },
          { label: text(own.label), of: own.part },
          { label: text("channels_part_revisions"), of: "revisions" },
        ].map(({ label, of }) => ({
          ...address,
          search: of === "settings" ? {} : { part: of },
          label,
          isCurrent: of === part,
        }))}
      />
      {part === "settings" && <SettingsPart {...props} />}
      {part === own.part && own.content}
      {part === "revisions" && (
        <RevisionsPart kind={kind} id={listed.id} layout={editor.layout} canChange={access === "full"} />
      )}
    </>
  );
}

type SettingsProps = Pick<Props<string>, "page" | "name" | "choices" | "widgets" | "aside">;

function SettingsPart({ page, name, choices, widgets = [], aside }: SettingsProps) {
  const { kind, listed, access, editor, onArchived } = page;
  const settings = (
    <>
      <RecordForm editor={editor} choices={choices} />
      {access === "full" && !listed.archived && (
        <ArchiveSection
          kind={kind}
          listed={listed}
          name={name}
          widgets={widgets}
          isDirty={editor.isDirty}
          onArchived={onArchived}
        />
      )}
    </>
  );
  if (aside === undefined) return settings;
  return (
    <div className="channels-widget">
      <div>{settings}</div>
      {aside}
    </div>
  );
}

import type { ReactNode } from "react";
import { useSession } from "../../session/session";
import { useText } from "../../texts/TextsProvider";
import { Message } from "../../ui/Message";
import { PageTitle } from "../../ui/PageTitle";
import type { SettingsSection } from "./sections";

interface Props {
  section: SettingsSection;
  /** What most people come for, beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A page of the settings: its title, what it is about, and for those who may not see it, what they would need. */
export function SettingsPage({ section: { title, hint, needed, isFor }, action, children }: Props) {
  const text = useText();
  const session = useSession();
  if (!isFor(session))
    return (
      <>
        <PageTitle title={text(title)} />
        <div className="settings__body">
          <Message title={text("no_right")}>{text(needed)}</Message>
        </div>
      </>
    );
  return (
    <>
      <div className="settings__head">
        <PageTitle title={text(title)} />
        {action}
      </div>
      <p className="soft settings__hint">{text(hint)}</p>
      <div className="settings__body">{children}</div>
    </>
  );
}

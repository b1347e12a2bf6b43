import { useText } from "../texts/TextsProvider";
import { CommandLine } from "../ui/CommandLine";
import { PageTitle } from "../ui/PageTitle";

/** Says what to do with a link that is used, expired or unknown. */
export function NotValid() {
  const text = useText();
  return (
    <>
      <PageTitle title={text("link_not_valid")} />
      <p className="soft">{text("link_not_valid_hint")}</p>
      <p className="soft">{text("link_command")}</p>
      <CommandLine command="pulsen user reset EMAIL" />
    </>
  );
}

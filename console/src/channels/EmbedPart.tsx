import { useQuery } from "@tanstack/react-query";
import { useText } from "../texts/TextsProvider";
import { Disclosure } from "../ui/Disclosure";
import { QueryState } from "../ui/QueryState";
import { Section } from "../ui/Section";
import { CheckSection } from "./CheckSection";
import { CodeBlock } from "./CodeBlock";
import { tagAfterLoad, tagOf } from "./embedding";
import { policyLines } from "./policy";
import { publicAddressQuery, shownQuery } from "./records";

interface Props {
  code: string;
  nodeId: string;
  flowId: string | null;
}

/** What a site needs for a widget: the tag, what its policy has to allow, and whether all that is there. */
export function EmbedPart({ code, nodeId, flowId }: Props) {
  const text = useText();
  const address = useQuery(publicAddressQuery(code));
  return (
    <QueryState query={address}>
      {(server) => (
        <>
          <Section title={text("channels_tag")} hint={text("channels_tag_hint")}>
            <CodeBlock label={text("channels_tag_label")} value={tagOf(server, code)} />
            <Disclosure title={text("channels_tag_after_load")}>
              <p className="soft">{text("channels_tag_after_load_hint")}</p>
              <CodeBlock label={text("channels_tag_after_load")} value={tagAfterLoad(server, code)} />
            </Disclosure>
          </Section>
          <Section title={text("channels_policy")} hint={text("channels_policy_hint")}>
            <CodeBlock label={text("channels_policy")} value={policyLines(server).join("\n")} />
            <p className="small soft">{text("channels_policy_nonce")}</p>
          </Section>
          {flowId !== null && (
            <Section title={text("channels_seen")}>
              <Seen code={code} nodeId={nodeId} flowId={flowId} />
            </Section>
          )}
          <CheckSection server={server} code={code} />
        </>
      )}
    </QueryState>
  );
}

function Seen({ code, nodeId, flowId }: { code: string; nodeId: string; flowId: string }) {
  const text = useText();
  const shown = useQuery(shownQuery(flowId, nodeId, code));
  return (
    <QueryState query={shown}>
      {(count) => (
        <p>
          {count === null
            ? text("channels_seen_off")
            : count === 0
              ? text("channels_seen_never")
              : text("channels_seen_times", { count })}
        </p>
      )}
    </QueryState>
  );
}

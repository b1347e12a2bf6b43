import { useQuery } from "@tanstack/react-query";
import { flowQuery, flowsQuery, nodesQuery, tagsQuery } from "../answers/records";
import { useText } from "../texts/TextsProvider";
import { QueryState } from "../ui/QueryState";
import { AnswerEditor } from "./AnswerEditor";
import { Choices } from "./Choices";
import type { EditorProps } from "./EditorProps";
import { type Filter, type FilterPart, ofFlow, readFilter, withoutPart } from "./filter";
import { PeriodEditor } from "./PeriodEditor";
import { FlowChoices, NodeChoices } from "./RecordChoices";
import { PART_TEXTS, REVIEW_TEXTS, STATUS_TEXTS } from "./useFilterWords";
import { ValueForm } from "./ValueForm";

/** What changes one part of a filter. */
export function FilterEditor({ part, filter, onChange }: EditorProps & { part: FilterPart }) {
  const text = useText();
  const props = { filter, onChange };
  switch (part) {
    case "period":
    case "given":
      return <PeriodEditor part={part} {...props} />;
    case "node":
      return <NodeChoices value={filter.node} onChoose={(node) => onChange({ ...filter, node })} />;
    case "flow":
      return <FlowChoices value={filter.flow} onChoose={(flow) => onChange(ofFlow(filter, flow))} />;
    case "answer":
      return <AnswerEditor {...props} />;
    case "language":
      return <LanguageEditor {...props} />;
    case "tag":
      return <TagEditor {...props} />;
    case "review":
      return (
        <Words
          words={REVIEW_TEXTS}
          value={filter.review}
          onChoose={(review) => onChange({ ...filter, review })}
        />
      );
    case "status":
      return (
        <Words
          words={STATUS_TEXTS}
          value={filter.status}
          onChoose={(status) => onChange({ ...filter, status })}
        />
      );
    case "verified":
      return (
        <Choices
          choices={[
            { value: "true", label: text("feedback_filter_verified_yes") },
            { value: "false", label: text("feedback_filter_verified_no") },
          ]}
          value={filter.verified === undefined ? undefined : String(filter.verified)}
          onChoose={(value) => onChange({ ...filter, verified: value === "true" })}
        />
      );
    default:
      return (
        <ValueForm
          label={text(PART_TEXTS[part])}
          value={String(filter[part] ?? "")}
          onApply={(value) => onChange(withValue(filter, part, value))}
        />
      );
  }
}

/** Returns the filter with what was typed; without the part where nothing, or nothing that it can have, was typed. */
function withValue(filter: Filter, part: FilterPart & keyof Filter, value: string): Filter {
  return readFilter({ ...withoutPart(filter, part), [part]: value });
}

function Words<Value extends string>(props: {
  words: Readonly<Record<Value, Parameters<ReturnType<typeof useText>>[0]>>;
  value: Value | undefined;
  onChoose: (value: Value) => void;
}) {
  const text = useText();
  const values = Object.keys(props.words) as Value[];
  const choices = values.map((value) => ({ value, label: text(props.words[value]) }));
  return <Choices choices={choices} value={props.value} onChoose={props.onChoose} />;
}

function LanguageEditor({ filter, onChange }: EditorProps) {
  const flows = useQuery(flowsQuery);
  const only = flows.data?.length === 1 ? flows.data[0]?.id : undefined;
  const id = filter.flow ?? only;
  const flow = useQuery({ ...flowQuery(id ?? ""), enabled: id !== undefined });
  // The ids of languages are those of a flow.
  if (id === undefined)
    return <FlowChoices value={undefined} onChoose={(flow) => onChange(ofFlow(filter, flow))} />;
  return (
    <QueryState query={flow}>
      {({ languages = [] }) => (
        <Choices
          choices={languages.map(({ id, code, name }) => ({ value: id ?? code, label: name || code }))}
          value={filter.language}
          onChoose={(language) => onChange({ ...ofFlow(filter, id), language })}
        />
      )}
    </QueryState>
  );
}

function TagEditor({ filter, onChange }: EditorProps) {
  const text = useText();
  const nodes = useQuery(nodesQuery).data;
  const node = filter.node ?? (nodes?.length === 1 ? nodes[0]?.id : undefined);
  const tags = useQuery({ ...tagsQuery(node ?? ""), enabled: node !== undefined }).data ?? [];
  return (
    <>
      <ValueForm
        label={text("feedback_filter_tag")}
        value={filter.tag ?? ""}
        onApply={(tag) => onChange(withValue(filter, "tag", tag))}
      />
      {tags.length > 0 && (
        <ul className="filter__choices">
          {tags.slice(0, 30).map(({ tag }) => (
            <li key={tag}>
              <button type="button" className="filter__choice" onClick={() => onChange({ ...filter, tag })}>
                <bdi>{tag}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

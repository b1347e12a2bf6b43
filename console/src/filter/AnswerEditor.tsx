import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import {
  defaultLanguage,
  type FlowDefinition,
  type FlowQuestion,
  findQuestion,
  isNumeric,
  questionsOf,
  scaleOf,
  textIn,
} from "../answers/flow";
import { flowQuery, flowsQuery } from "../answers/records";
import { useLanguage, useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { QueryState } from "../ui/QueryState";
import { TextField } from "../ui/TextField";
import { Choices } from "./Choices";
import type { EditorProps } from "./EditorProps";
import { type Filter, ofFlow, readFilter, withoutPart } from "./filter";
import { FlowChoices } from "./RecordChoices";
import { useFirstFocus } from "./useFirstFocus";
import { ValueForm } from "./ValueForm";

/** Which answer feedback has: first a question, of a flow, then an option, a part of a text, or the bounds of a number. */
export function AnswerEditor({ filter, onChange }: EditorProps) {
  const flows = useQuery(flowsQuery);
  const only = flows.data?.length === 1 ? flows.data[0]?.id : undefined;
  const [chosen, setChosen] = useState(filter.flow);
  const id = chosen ?? only;
  const flow = useQuery({ ...flowQuery(id ?? ""), enabled: id !== undefined });
  if (id === undefined) return <FlowChoices value={undefined} onChoose={setChosen} />;
  return (
    <QueryState query={flow}>
      {(flow) => <QuestionEditor flow={flow} filter={ofFlow(filter, id)} onChange={onChange} />}
    </QueryState>
  );
}

function QuestionEditor({ flow, filter, onChange }: EditorProps & { flow: FlowDefinition }) {
  const { language } = useLanguage();
  const [name, setName] = useState(filter.question);
  const question = name === undefined ? undefined : findQuestion(flow, name);
  const written = flow.languages?.some(({ code }) => code === language) ? language : defaultLanguage(flow);
  if (!question)
    return (
      <Choices
        choices={questionsOf(flow).map(({ id, key, body }) => ({
          value: id,
          label: textIn(body, written) || key || id,
        }))}
        value={undefined}
        onChoose={setName}
      />
    );
  return (
    <ValueEditor
      question={question}
      language={written}
      filter={filter}
      onChange={(answer) =>
        onChange(readFilter({ ...withoutPart(filter, "answer"), question: question.id, ...answer }))
      }
    />
  );
}

interface ValueProps {
  question: FlowQuestion;
  language: string;
  filter: Filter;
  onChange: (answer: Pick<Filter, "option" | "at_least" | "at_most" | "contains">) => void;
}

function ValueEditor({ question, language, filter, onChange }: ValueProps) {
  const text = useText();
  const options = [
    ...(question.options ?? []),
    ...(question.statements ?? []).flatMap(({ options = [] }) => options),
  ];
  return (
    <>
      <p className="filter__question" dir="auto">
        {textIn(question.body, language) || question.id}
      </p>
      <Button kind="secondary" onPress={() => onChange({})}>
        {text("feedback_filter_any_answer")}
      </Button>
      {isNumeric(question) ? (
        <NumberForm question={question} filter={filter} onChange={onChange} />
      ) : options.length > 0 ? (
        <Choices
          choices={options.map(({ id, key, body }) => ({
            value: id,
            label: textIn(body, language) || key || id,
          }))}
          value={filter.option}
          onChoose={(option) => onChange({ option })}
        />
      ) : (
        <ValueForm
          label={text("feedback_filter_has_text")}
          value={filter.contains ?? ""}
          onApply={(contains) => onChange({ contains })}
        />
      )}
    </>
  );
}

function NumberForm({ question, filter, onChange }: Omit<ValueProps, "language">) {
  const text = useText();
  const scale = scaleOf(question);
  const [least, setLeast] = useState(String(filter.at_least ?? ""));
  const [most, setMost] = useState(String(filter.at_most ?? ""));
  const form = useFirstFocus<HTMLFormElement>();
  const isWrong = least !== "" && most !== "" && Number(least) > Number(most);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWrong) return;
    onChange({
      ...(least !== "" && { at_least: Number(least) }),
      ...(most !== "" && { at_most: Number(most) }),
    });
  };
  return (
    <form ref={form} className="filter__form" onSubmit={submit}>
      <TextField
        label={text("feedback_filter_least")}
        type="number"
        value={least}
        onChange={setLeast}
        autoComplete="off"
        {...(scale && { placeholder: String(scale.min) })}
      />
      <TextField
        label={text("feedback_filter_most")}
        type="number"
        value={most}
        onChange={setMost}
        autoComplete="off"
        error={isWrong ? text("feedback_filter_order_numbers") : null}
        {...(scale && { placeholder: String(scale.max) })}
      />
      <Button type="submit">{text("feedback_filter_apply")}</Button>
    </form>
  );
}

import { useQuery } from "@tanstack/react-query";
import { flowsQuery, nodesQuery } from "../answers/records";
import { QueryState } from "../ui/QueryState";
import type { ListedRecord } from "../wire";
import { Choices } from "./Choices";

interface Props {
  value: string | undefined;
  onChoose: (id: string) => void;
}

/** The nodes for choice. */
export function NodeChoices(props: Props) {
  return (
    <QueryState query={useQuery(nodesQuery)}>
      {(nodes) => <Choices choices={choicesOf(nodes)} {...props} />}
    </QueryState>
  );
}

/** The flows for choice. */
export function FlowChoices(props: Props) {
  return (
    <QueryState query={useQuery(flowsQuery)}>
      {(flows) => <Choices choices={choicesOf(flows)} {...props} />}
    </QueryState>
  );
}

/** Records with the same name are told apart by their ids. */
function choicesOf(records: ListedRecord[]) {
  const isNamed = ({ title }: ListedRecord) => records.filter((other) => other.title === title).length === 1;
  return records.map((record) => {
    const { id, title } = record;
    return { value: id, label: title ? (isNamed(record) ? title : `${title} (${id})`) : id };
  });
}

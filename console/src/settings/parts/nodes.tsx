import { queryOptions, useQuery } from "@tanstack/react-query";
import { useCallback, useId } from "react";
import { useSession } from "../../session/session";
import { useText } from "../../texts/TextsProvider";
import { Checkbox } from "../../ui/Checkbox";
import type { ListedRecord } from "../../wire";
import { loadAll } from "./pages";
import { useList } from "./useList";

const nodesQuery = queryOptions({
  queryKey: ["settings-nodes"],
  queryFn: ({ signal }) => loadAll<ListedRecord>("/v1/staff/nodes", signal),
});

/** A channel to choose. */
interface NodeChoice {
  id: string;
  /** Its name; with the id where several have the name. */
  name: string;
}

/** Returns the channels that the reader may see, but for archived ones. */
export function useNodes(): NodeChoice[] {
  const { data = [] } = useQuery(nodesQuery);
  return data.filter(({ archived }) => !archived).map(({ id }) => ({ id, name: nameIn(data, id) }));
}

/** Returns what gives the name of a channel by its id. */
export function useNodeName(): (id: string) => string {
  const { data = NO_NODES } = useQuery(nodesQuery);
  return useCallback((id) => nameIn(data, id), [data]);
}

const NO_NODES: ListedRecord[] = [];

function nameIn(nodes: ListedRecord[], id: string): string {
  const title = nodes.find((node) => node.id === id)?.title;
  if (!title) return id;
  return nodes.some((node) => node.title === title && node.id !== id) ? `${title} (${id})` : title;
}

/** Returns what gives the names of channels in words; null means all of them. */
export function useNodeNames(): (ids: readonly string[] | null) => string {
  const text = useText();
  const nameOf = useNodeName();
  const list = useList();
  return (ids) => (ids === null ? text("settings_all_nodes") : list(ids.map(nameOf)));
}

interface Props {
  label: string;
  /** The ids; null: all, also later ones. */
  value: string[] | null;
  onChange: (value: string[] | null) => void;
  hint?: string;
  error?: string | null;
}

/** Chooses some channels, or all. Somebody who is for some channels only chooses among these. */
export function NodesField({ label, value, onChange, hint, error = null }: Props) {
  const text = useText();
  const id = useId();
  const { user } = useSession();
  const nodes = useNodes();
  const isForAll = user.nodes === null;
  // What is chosen stays in the list, also a channel that is archived by now.
  const ids = [...new Set([...nodes.map((node) => node.id), ...(value ?? [])])];
  const nameOf = useNodeName();
  const chosen = value ?? [];
  return (
    <fieldset className="settings-group" {...(error !== null && { "aria-describedby": id })}>
      <legend className="field__label">{label}</legend>
      {hint && <p className="field__hint">{hint}</p>}
      {isForAll && (
        <Checkbox
          label={text("settings_all_nodes_later")}
          isSelected={value === null}
          onChange={(isAll) => onChange(isAll ? null : [])}
        />
      )}
      {value !== null && (
        <div className="settings-group__options">
          {ids.map((node) => (
            <Checkbox
              key={node}
              label={nameOf(node)}
              isSelected={chosen.includes(node)}
              onChange={(isChosen) =>
                onChange(isChosen ? [...chosen, node] : chosen.filter((other) => other !== node))
              }
            />
          ))}
        </div>
      )}
      {error !== null && (
        <p className="field__error" id={id} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

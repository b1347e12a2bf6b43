import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useText } from "../texts/TextsProvider";
import { LinkButton } from "../ui/LinkButton";
import { NotFound } from "../ui/NotFound";
import { QueryState, Skeleton } from "../ui/QueryState";
import type { ListedRecord } from "../wire";
import { listQuery, recordQuery, type StoredRecord } from "./records";

interface Props {
  kind: "nodes" | "widgets";
  id: string;
  /** The node that it is, or belongs to. */
  node: string;
  children: (stored: StoredRecord, listed: ListedRecord) => ReactNode;
}

/** A node or a widget of it, with what its list says of it; or that there is none. */
export function LoadedRecord({ kind, id, node, children }: Props) {
  const text = useText();
  const record = useQuery(recordQuery(kind, id));
  const list = useQuery(listQuery(kind, node));
  const listed = list.data?.find((one) => one.id === id);
  const notFound = (
    <NotFound
      title={text(kind === "nodes" ? "channels_gone" : "channels_gone_widget")}
      hint={text("channels_gone_hint")}
      isPage
      back={
        <LinkButton kind="secondary" to="/channels">
          {text("channels_all")}
        </LinkButton>
      }
    />
  );
  return (
    <QueryState query={record} notFound={notFound}>
      {(stored) => (
        <QueryState query={list} notFound={notFound}>
          {() => {
            if (listed) return children(stored, listed);
            // It may be newer than the list, or of another node.
            return list.isFetching ? <Skeleton /> : notFound;
          }}
        </QueryState>
      )}
    </QueryState>
  );
}

import type { ReactNode } from "react";
import { hasCode, Problem } from "../http/problem";
import { useText } from "../texts/TextsProvider";
import { Button } from "./Button";
import { Message } from "./Message";
import { problemText } from "./problemText";

interface Props<Data> {
  query: { data: Data | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };
  /** What stands in place of something that does not exist, also where it was there before. */
  notFound?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** What is loaded, or why it is not there: loading, no right, failed. What is there stays, also where loading it again fails. */
export function QueryState<Data>({ query, notFound, children }: Props<Data>) {
  const { data, error, isFetching, refetch } = query;
  if (notFound !== undefined && hasCode(error, "not_found")) return notFound;
  if (data !== undefined) return children(data);
  if (error && !isFetching) return <Failure error={error} onRetry={refetch} />;
  return <Skeleton />;
}

/** Lines where something is about to be: after a moment, because most answers come sooner. */
export function Skeleton() {
  const text = useText();
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">{text("loading")}</span>
      <span className="skeleton__line" />
      <span className="skeleton__line" />
      <span className="skeleton__line" />
    </div>
  );
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const text = useText();
  const problem = error instanceof Problem ? error : null;
  if (problem?.status === 403) return <Message title={text("no_right")}>{text("no_right_hint")}</Message>;
  const title =
    problem?.code === "unreachable" ? text("unreachable") : (problem?.message ?? text("page_broken"));
  const hint = problemText(error, text);
  return (
    <Message
      title={title}
      isAlert
      actions={<Button onPress={() => void onRetry()}>{text("try_again")}</Button>}
      {...(problem?.requestId && { note: text("request_id", { id: problem.requestId }) })}
    >
      {hint === title ? null : hint}
    </Message>
  );
}

import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { en } from "../texts/en";
import { TextsProvider } from "../texts/TextsProvider";
import type { Session } from "../wire";
import { createQueries } from "./queries";
import { sessionQuery } from "./session";

/** The session of somebody in tests. */
export const SESSION: Session = {
  user: {
    id: "1",
    email: "ann@shop.example",
    name: "Ann",
    role: "owner",
    nodes: null,
    second_factor: false,
    has_password: true,
  },
  second_factor_required: false,
  rights: [],
  confirmed_until: null,
};

/** Draws, in a test, a component as in the console, for somebody who is signed in. */
export function renderSignedIn(component: ReactNode, session = SESSION) {
  const queries = createQueries();
  queries.setQueryData(sessionQuery.queryKey, { session, hasUsers: true });
  render(
    <QueryClientProvider client={queries}>
      <TextsProvider language="en" texts={en}>
        {component}
      </TextsProvider>
    </QueryClientProvider>,
  );
  return queries;
}

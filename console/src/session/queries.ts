import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { hasCode } from "../http/problem";
import { forgetSession } from "./session";

/** Creates what keeps the server's answers. A session that has ended is forgotten, whichever call says so. */
export function createQueries(): QueryClient {
  const onError = (error: unknown) => {
    if (hasCode(error, "not_signed_in")) forgetSession(queries);
  };
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // A page says at once that the server cannot be reached, and asks again when the connection is back.
      queries: { networkMode: "always", retry: false, staleTime: 10_000, refetchOnReconnect: "always" },
      mutations: { networkMode: "always" },
    },
  });
  return queries;
}

import { expect, it, vi } from "vitest";
import { followPerson } from "./person";
import { createQueries } from "./queries";
import { SESSION } from "./renderSignedIn";
import { sessionQuery } from "./session";

const sessionOf = (id: string | null) => ({
  session: id === null ? null : { ...SESSION, user: { ...SESSION.user, id } },
  hasUsers: true,
});

function follow(id: string) {
  const queries = createQueries();
  const posted: unknown[] = [];
  let receive = (_: { data: string | null }) => {};
  followPerson(queries, {
    postMessage: (data) => posted.push(data),
    addEventListener: (_: string, listener: unknown) => {
      receive = listener as typeof receive;
    },
    close: () => {},
  });
  const isOf = (id: string | null) => queries.setQueryData(sessionQuery.queryKey, sessionOf(id));
  isOf(id);
  queries.setQueryData(["inbox", "list"], "of somebody");
  return { queries, posted, isOf, receive: (data: string | null) => receive({ data }) };
}

it("forgets what was loaded for somebody when the session is of another person, or of nobody", () => {
  const { queries, posted, isOf } = follow("ann");
  isOf("ann");
  expect(queries.getQueryData(["inbox", "list"])).toBe("of somebody");
  isOf("bob");
  expect(queries.getQueryData(["inbox", "list"])).toBeUndefined();
  queries.setQueryData(["inbox", "list"], "of bob");
  isOf(null);
  expect(queries.getQueryData(["inbox", "list"])).toBeUndefined();
  expect(posted).toEqual(["ann", "bob", null]);
});

it("leaves the session at once when somebody else has signed in in another tab", () => {
  const { queries, posted, receive } = follow("ann");
  const invalidate = vi.spyOn(queries, "invalidateQueries");
  receive("ann");
  expect(invalidate).not.toHaveBeenCalled();
  receive("bob");
  expect(queries.getQueryData(sessionQuery.queryKey)).toEqual(sessionOf(null));
  expect(queries.getQueryData(["inbox", "list"])).toBeUndefined();
  expect(invalidate).toHaveBeenCalledOnce();
  // The other tab is right, and is not told otherwise.
  expect(posted).toEqual(["ann"]);
});

it("asks the server where another tab says that nobody is signed in", () => {
  const { queries, receive } = follow("ann");
  const invalidate = vi.spyOn(queries, "invalidateQueries").mockResolvedValue();
  receive(null);
  expect(invalidate).toHaveBeenCalledWith(sessionQuery);
  expect(queries.getQueryData(sessionQuery.queryKey)).toEqual(sessionOf("ann"));
});

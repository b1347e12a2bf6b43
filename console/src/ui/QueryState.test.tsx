// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { Problem } from "../http/problem";
import { en } from "../texts/en";
import { TextsProvider } from "../texts/TextsProvider";
import { NotFound } from "./NotFound";
import { QueryState } from "./QueryState";

afterEach(cleanup);

const notFound = <NotFound title="This chat does not exist" hint="Perhaps it was erased." />;

function draw(code: string, data: string | undefined) {
  const query = { data, error: new Problem("No", { code, status: 404 }), isFetching: false, refetch() {} };
  render(
    <TextsProvider language="en" texts={en}>
      <QueryState query={query} notFound={notFound}>
        {(name) => <p>{name}</p>}
      </QueryState>
    </TextsProvider>,
  );
}

it("says that there is no such thing, also where it was there before", () => {
  for (const data of [undefined, "Zoe"]) {
    draw("not_found", data);
    expect(screen.getByRole("heading", { name: "This chat does not exist" })).toBeTruthy();
    expect(screen.queryByText("Zoe")).toBeNull();
    expect(screen.queryByRole("button")).toBeNull();
    cleanup();
  }
});

it("keeps what is there where loading it again fails in another way", () => {
  draw("busy", "Zoe");
  expect(screen.getByText("Zoe")).toBeTruthy();
});

// @vitest-environment happy-dom
import { useMutation } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { renderSignedIn } from "./renderSignedIn";

afterEach(cleanup);

function Token() {
  const { mutate, data } = useMutation({ mutationFn: async (password: string) => `${password} token` });
  return (
    <button type="button" onClick={() => mutate("password")}>
      {data ?? "Create"}
    </button>
  );
}

it("keeps nothing of what a form has sent and got", async () => {
  const queries = renderSignedIn(<Token />);
  fireEvent.click(screen.getByRole("button"));
  await screen.findByText("password token");
  expect(queries.getMutationCache().getAll()).toHaveLength(1);
  cleanup();
  await waitFor(() => expect(queries.getMutationCache().getAll()).toHaveLength(0));
});

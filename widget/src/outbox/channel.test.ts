import { expect, it, vi } from "vitest";
import { openChannel } from "./channel";

it("what ends after its page has left harms nothing: a closed channel tells nobody", async () => {
  const name = "pulsen-outbox-test";
  const heard = vi.fn();
  const other = openChannel<string>(name, heard);
  const own = openChannel<string>(name, () => {});
  own.tell("open");
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith("open"));
  own.close();
  expect(() => own.tell("closed")).not.toThrow();
  other.close();
});

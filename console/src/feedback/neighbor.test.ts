import { expect, it } from "vitest";
import { nextNeighbor } from "./neighbor";

it("loads on at the end of what is loaded, also over parts without any item", async () => {
  const parts = [
    { ids: ["a", "b"], hasMore: true },
    { ids: ["a", "b", "c"], hasMore: false },
  ];
  const loadMore = async () => parts.shift() ?? { ids: [], hasMore: false };
  expect(await nextNeighbor({ ids: ["a", "b"], hasMore: true }, "a", loadMore)).toBe("b");
  expect(parts).toHaveLength(2);
  expect(await nextNeighbor({ ids: ["a", "b"], hasMore: true }, "b", loadMore)).toBe("c");
  expect(await nextNeighbor({ ids: ["a", "b", "c"], hasMore: false }, "c", loadMore)).toBeUndefined();
});

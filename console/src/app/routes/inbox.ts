import { createRoute } from "@tanstack/react-router";
import { chatQuery } from "../../inbox/chat";
import { InboxPage } from "../../inbox/InboxPage";
import { listQuery } from "../../inbox/list";
import { readInboxSearch } from "../../inbox/search";
import { signedIn } from "./frames";

const inbox = createRoute({
  getParentRoute: () => signedIn,
  path: "/inbox",
  staticData: { layout: "full" },
  validateSearch: readInboxSearch,
  loaderDeps: ({ search }) => readInboxSearch({ ...search }),
  // Without waiting: the page says how it goes.
  loader: ({ context: { queries }, deps }) => void queries.prefetchInfiniteQuery(listQuery(deps)),
  // It is what nearly everybody opens first: its code does not wait for the one of the console.
  component: InboxPage,
});

/** With a chat beside the list. The page is that of the list, so that it stays as it is. */
const chat = createRoute({
  getParentRoute: () => inbox,
  path: "/$feedback",
  loader: ({ context: { queries }, params }) => void queries.prefetchQuery(chatQuery(params.feedback)),
  staticData: { layout: "full" },
});

export const inboxRoutes = [inbox.addChildren([chat])] as const;

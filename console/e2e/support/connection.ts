import type { Page, WebSocketRoute } from "@playwright/test";

/** A page's connection for live events. */
export interface Connection {
  /** Ends it, and lets no other one come about, while all calls still work: as a proxy does that takes no sockets. */
  cut(): Promise<void>;
  mend(): void;
}

/** Waits until the page that is opened next gets live events: what came before it fetches then, and of what comes later it is told. */
export async function liveEvents(page: Page): Promise<void> {
  const socket = await page.waitForEvent("websocket");
  await socket.waitForEvent("framereceived", ({ payload }) => /^43\d+\[\{"ok":true/.test(String(payload)));
}

/** Takes hold of the connection of pages that are opened later. */
export async function holdConnection(page: Page): Promise<Connection> {
  let isCut = false;
  const open = new Set<[WebSocketRoute, WebSocketRoute]>();
  await page.routeWebSocket(/\/socket\.io\//, async (socket) => {
    if (isCut) return socket.close();
    open.add([socket, socket.connectToServer()]);
  });
  await page.route(/\/socket\.io\//, (route) => (isCut ? route.abort() : route.continue()));
  return {
    async cut() {
      isCut = true;
      for (const [socket, server] of open) {
        await socket.close();
        await server.close();
      }
      open.clear();
    },
    mend() {
      isCut = false;
    },
  };
}

// Ends the service worker of this site: removes what it kept, then itself. Open pages continue with the network.
const prefix = `pulsen${new URL(".", location.href).pathname.slice(0, -1)}-`;
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => {
  const forget = async () => {
    for (const name of await caches.keys()) if (name.startsWith(prefix)) await caches.delete(name);
  };
  event.waitUntil(forget().then(() => registration.unregister(), () => registration.unregister()));
});

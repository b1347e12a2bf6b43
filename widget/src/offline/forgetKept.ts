import { cachePrefix } from "./folder";

/** Ends the service worker and removes what it has kept, in the storage that this page has. */
export async function forgetKept(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.unregister();
    const names = await caches.keys();
    const own = names.filter((name) => name.startsWith(cachePrefix()));
    await Promise.all(own.map((name) => caches.delete(name)));
  } catch {
    // Where it cannot be reached there is nothing either.
  }
}

/** How the names of all caches of the service worker begin. */
const CACHE_PREFIX = "pulsen-";

/** Ends the service worker and removes what it has kept, in the storage that this page has. */
export async function forgetKept(): Promise<void> {
  try {
    const registrations = await navigator.serviceWorker.getRegistrations();
    await Promise.all(registrations.map((registration) => registration.unregister()));
    const names = await caches.keys();
    const own = names.filter((name) => name.startsWith(CACHE_PREFIX));
    await Promise.all(own.map((name) => caches.delete(name)));
  } catch {
    // Where it cannot be reached there is nothing either.
  }
}

import { prerender } from "./prerender";

// The engine of the server knows no modules.
Object.assign(globalThis, { prerender });

import { loadChunk } from "../basics/loadChunk";

/** Loads what shows one question at a time (docs/flows.md#pace): a chunk of its own. */
export const loadPace = () => loadChunk("pace", () => import("../pace"));

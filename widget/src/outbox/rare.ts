// What only few pages need of the outbox: a chunk of its own. The worker keeps it for pages without a connection.
export { Refused } from "./parts/Refused";
export { postFile } from "./postFile";

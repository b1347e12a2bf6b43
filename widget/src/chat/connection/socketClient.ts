/** A file of its own: the page shows what was said while this is still on its way. */
export { io } from "socket.io-client";

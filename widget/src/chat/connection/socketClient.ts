/** A script of its own: the page shows the chat while this is still loading. */
export { io } from "socket.io-client";

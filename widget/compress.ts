import { compressBuild } from "pulsen-loader/compress";

/** What the server uses itself is sent in no form. */
export const compress = () => compressBuild(/^(\..*|early\.js|prerender\.js)$/);

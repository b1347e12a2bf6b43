import type { LoaderConnection } from "./loaderConnection";

/** The loader of a frame without one: there is nobody to tell that the frame wants to be closed, or how high it is. */
export const NO_LOADER: LoaderConnection = {
  hello: { type: "hello", version: 0, code: "", originUrl: "", query: "", language: null, open: true },
  send() {},
  ready() {},
  originUrl: () => "",
  query: () => "",
  language: () => null,
  wantedLanguage: () => undefined,
  prefilled: () => undefined,
  takeAnswer: () => undefined,
  isOpen: () => true,
  wasOpened: () => true,
  feedbackGivenAt: () => undefined,
  noteFeedback() {},
  identity: () => undefined,
  listen: () => () => {},
};

import { ANNOUNCEMENT, type Hello, PROTOCOL_VERSION } from "./protocol";

/** The host page's loader, once it has greeted. */
export interface Greeting {
  hello: Hello;
  /** Our end of the channel. Nothing is lost before someone listens: it keeps what comes. */
  port: MessagePort;
}

/**
 * Announces this frame to the page around it and waits for the loader's hello. Part of the page's first script, so
 * that this goes on while the frame's own script is still on its way.
 *
 * @param code the widget's code in our own address: a hello for another widget is none.
 */
export function greetLoader(code: string): Promise<Greeting> {
  return new Promise((resolve) => {
    const listen = (event: MessageEvent) => {
      const greeting = readGreeting(event, window.parent, code);
      if (!greeting) return;
      window.removeEventListener("message", listen);
      resolve(greeting);
    };
    window.addEventListener("message", listen);
    // To whomever it concerns: the host's origin is not known yet, and the text holds no secret.
    window.parent.postMessage(ANNOUNCEMENT, "*");
  });
}

/**
 * Reads an event as the loader's hello. Only the page that holds this frame may send one: the source cannot be
 * forged, while any other window, a frame beside us too, can post what it likes.
 */
export function readGreeting(
  { source, data, ports }: Pick<MessageEvent, "source" | "data" | "ports">,
  host: Window,
  code: string,
): Greeting | undefined {
  const hello = data as Partial<Hello> | null;
  const port = ports[0];
  const isHello =
    source === host &&
    typeof hello === "object" &&
    hello?.type === "hello" &&
    hello.version === PROTOCOL_VERSION &&
    hello.code === code;
  return isHello && port ? { hello: hello as Hello, port } : undefined;
}

import { ANNOUNCEMENT, type Hello, isSpoken } from "pulsen-loader/protocol";

/** The loader's first message, with the channel for all later ones (docs/widget.md#protocol). */
export interface Greeting {
  hello: Hello;
  /** This frame's end of the channel. It queues messages until a listener is set. */
  port: MessagePort;
  /** Whether the loader has heard `ready` already, from the page's early script. */
  isReady?: boolean;
}

declare global {
  interface Window {
    /** The greeting of a page whose early script has answered the loader (`earlyFrame.ts`). */
    pulsenGreeting?: Promise<Greeting>;
  }
}

/**
 * Announces this frame to the host page and waits for the loader's hello. Part of the page's first script, so that the
 * handshake runs while the frame's own chunk is loading.
 *
 * @param code the widget code in this page's address; a hello for another widget is ignored.
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
    // To any origin: the host's origin is not known yet, and the text holds no secret.
    window.parent.postMessage(ANNOUNCEMENT, "*");
  });
}

/**
 * Parses an event as the loader's hello. Accepts only the page that embeds this frame as the sender: any other window
 * can post messages too, but none can forge `source`.
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
    isSpoken(hello.version) &&
    hello.code === code;
  return isHello && port ? { hello: hello as Hello, port } : undefined;
}

import type { Page } from "@playwright/test";

/** The stub with which a host's script can use the widget before it has loaded (docs/widget.md#window-psn). */
export const STUB = `<script>
(function (w, names) {
  if (w.PSN) return;
  var PSN = w.PSN = function () {
    var call = arguments;
    PSN.q.push(call);
    return call.promise = new Promise(function (resolve, reject) {
      call.resolve = resolve;
      call.reject = reject;
    });
  };
  PSN.q = [];
  PSN.isOpen = function () { return false };
  names.split(" ").forEach(function (name) { PSN[name] = PSN.bind(null, name) });
})(window, "open close toggle show hide openOnce openChat identify reset prefill setLanguage consent ready event on once off destroy");
</script>\n`;

/** What became of a command: the value of its promise, or the code of its error. */
export type Outcome = { value?: unknown } | { code: string };

/** Calls a command of `window.PSN`, or of the widget with a code, and waits for its result. */
export function callPsn(page: Page, command: string, ...args: unknown[]): Promise<Outcome> {
  return callWidget(page, undefined, command, ...args);
}

export function callWidget(
  page: Page,
  code: string | undefined,
  command: string,
  ...args: unknown[]
): Promise<Outcome> {
  return page.evaluate(
    ({ code, command, args }) => {
      type Psn = Record<string, (...args: unknown[]) => Promise<unknown>> & { widget(code: string): Psn };
      const { PSN } = window as unknown as { PSN: Psn };
      const outcome = (code ? PSN.widget(code) : PSN)[command]?.(...args);
      return Promise.resolve(outcome).then(
        (value) => ({ value }),
        (error: Error & { code: string }) => ({
          code: error.name === "PulsenError" ? error.code : error.name,
        }),
      );
    },
    { code, command, args },
  );
}

/** Keeps the messages of these types that `PSN.on` hears, from the stub on. */
export function listenScript(...types: string[]): string {
  return `<script>
    var heard = [];
    ${JSON.stringify(types)}.forEach(function (type) {
      PSN.on(type, function (data) { heard.push([type, data]) });
    });
  </script>\n`;
}

/** Returns what `listenScript` has heard. */
export function heard(page: Page): Promise<[type: string, data: object][]> {
  return page.evaluate(() => (window as unknown as { heard: [string, object][] }).heard);
}

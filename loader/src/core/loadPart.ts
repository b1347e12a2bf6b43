import { pristine } from "../basics/pristineGlobals.ts";
import type { LoaderConfiguration } from "../protocol/configuration.ts";

/**
 * Imports a part of the loader from the server. An address with another fragment is another module, of the same file: each
 * widget has one of its own.
 *
 * @param file its name.
 * @param onFailure called if it does not come, or `onLoad` fails.
 */
export function loadPart<Module>(
  { api_base: base, code }: LoaderConfiguration,
  file: string,
  onLoad: (module: Module) => void,
  onFailure: () => void,
): void {
  const { then } = pristine.Promise.prototype;
  const started = then.call(import(/* @vite-ignore */ `${base}/loader/${file}#${code}`), onLoad as never);
  then.call(started, null, onFailure);
}

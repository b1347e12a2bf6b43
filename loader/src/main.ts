/**
 * The loader: the script that `<script async src="https://PROVIDER/loader/PSN-XXXXXXX.js"></script>` runs on a host
 * page.
 *
 * The built file contains the name `__PSN_CONFIG__` exactly once, where an expression is expected. The server
 * replaces it with a JSON object of the type `LoaderConfiguration`, in which it has escaped `<` as `\u003c`, and
 * U+2028 and U+2029 likewise. The file is UTF-8.
 *
 * Because the script loads asynchronously, a host that calls `window.PSN` first puts this stub on its page. The loader
 * replays the queued calls when it starts. (`host/api.ts` lists the commands.)
 *
 *     window.PSN = window.PSN || function () { (PSN.q = PSN.q || []).push(arguments) };
 *     PSN("on", "PSN_WIDGET_OPENED", function (data) { … });
 */

import { startWidget } from "./core/widget.ts";
import type { LoaderConfiguration } from "./protocol/configuration.ts";

declare const __PSN_CONFIG__: LoaderConfiguration;

startWidget(__PSN_CONFIG__);

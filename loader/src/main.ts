/**
 * The loader: what `<script async src="https://PROVIDER/loader/PSN-XXXXXXX.js"></script>` runs on a host's page.
 *
 * The built file contains the name `__PSN_CONFIG__` exactly once, where an expression is expected. The server
 * replaces it by one JSON object, `{"code", "api_origin", "config"}` (the type `Baked`), in which it has escaped
 * `<` as `\u003c` and U+2028 and U+2029 likewise. The file is UTF-8.
 *
 * Because the script loads asynchronously, a host that wants to talk to the widget first puts this stub on its
 * page; what it asks for waits until the script is there. (`api.ts` lists the commands.)
 *
 *     window.PSN = window.PSN || function () { (PSN.q = PSN.q || []).push(arguments) };
 *     PSN("on", "PSN_WIDGET_OPENED", function (data) { … });
 */
import type { Baked } from "./configuration.ts";
import { startWidget } from "./widget.ts";

declare const __PSN_CONFIG__: Baked;

startWidget(__PSN_CONFIG__);

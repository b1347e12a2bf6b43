import { HOST_POLICIES } from "../support/hostPolicies";
import { type HostileHost, hostWith } from "./hostileHost";

/** Hosts that the browser restricts, because their headers or the visitor's settings say so. */
export const POLICIES: HostileHost[] = [
  ...HOST_POLICIES.map(
    ({ name, headers, attributes }): HostileHost => ({
      name,
      attributes,
      add: (site, tag, provider) => site.add({ headers: headers(provider), head: tag }),
    }),
  ),
  {
    name: "a sandbox without an origin of its own",
    add: (site, tag) =>
      site.add({ headers: { "Content-Security-Policy": "sandbox allow-scripts" }, head: tag }),
    isSandboxed: true,
  },
  hostWith(
    "storage that is full",
    `<script>
    let size = 5 * 1024 * 1024;
    for (let index = 0; size >= 1; index += 1) {
      try {
        localStorage.setItem("full" + index, "x".repeat(size));
      } catch {
        size /= 2;
      }
    }
    </script>`,
  ),
];

/**
 * Returns whether a node allows its thank-you pages to lead to an address (docs/flows.md#redirects): an https one, whose host it
 * names, or whose domain it names as `*.shop.example`.
 */
export function isAllowed({ protocol, hostname }: URL, hosts: readonly string[] = []): boolean {
  return (
    protocol === "https:" &&
    hosts.some((host) => {
      const name = host.toLowerCase();
      return name.startsWith("*") ? hostname.endsWith(name.slice(1)) : hostname === name;
    })
  );
}

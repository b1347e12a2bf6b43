import { useEffect } from "react";

/** Gives the page the node's icon, which browsers look for in the head only. */
export function useFavicon(url: string | null | undefined): void {
  useEffect(() => {
    if (!url) return;
    const link = document.createElement("link");
    link.rel = "icon";
    link.href = url;
    document.head.append(link);
    return () => link.remove();
  }, [url]);
}

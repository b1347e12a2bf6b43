import { useEffect, useState } from "react";

/** Returns the address of a blob in the browser's memory, for as long as the component is shown. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const address = URL.createObjectURL(blob);
    setUrl(address);
    return () => {
      setUrl(undefined);
      URL.revokeObjectURL(address);
    };
  }, [blob]);
  return url;
}

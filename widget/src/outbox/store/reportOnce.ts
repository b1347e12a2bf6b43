/** Returns what reports that the browser does not store something: once, for a full storage fails with every change. */
export function reportOnce(what: string): (error: unknown) => void {
  let isReported = false;
  return (error) => {
    if (!isReported) console.info(`The browser does not store ${what}:`, error);
    isReported = true;
  };
}

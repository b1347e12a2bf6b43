/** Gives a text to the browser to be stored as a file. */
export function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  // The browser has begun to read it when the click returns.
  URL.revokeObjectURL(link.href);
}

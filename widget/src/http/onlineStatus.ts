/**
 * Calls `onChange` when the browser says that the device has lost its network, or has one again. Returns the function
 * that stops it. Only "offline" is reliable: a network may be there and lead nowhere.
 */
export function watchOnlineStatus(window: Window, onChange: (isOnline: boolean) => void): () => void {
  const handleOnline = () => onChange(true);
  const handleOffline = () => onChange(false);
  window.addEventListener("online", handleOnline);
  window.addEventListener("offline", handleOffline);
  return () => {
    window.removeEventListener("online", handleOnline);
    window.removeEventListener("offline", handleOffline);
  };
}

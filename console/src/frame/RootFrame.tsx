import { Outlet } from "@tanstack/react-router";
import { OfflineBar } from "../ui/OfflineBar";

/** What is around every page. */
export function RootFrame() {
  return (
    <>
      <OfflineBar />
      <Outlet />
    </>
  );
}

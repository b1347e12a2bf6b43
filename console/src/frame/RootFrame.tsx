import { Outlet } from "@tanstack/react-router";
import { OfflineBar } from "../ui/OfflineBar";
import { Tooltips } from "../ui/Tooltips";

/** What is around every page. */
export function RootFrame() {
  return (
    <>
      <OfflineBar />
      <Outlet />
      <Tooltips />
    </>
  );
}

import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedIn } from "./frames";

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings",
  component: lazyRouteComponent(() => import("../../settings/SettingsPage"), "SettingsPage"),
});

export const settingsRoutes = [settings] as const;

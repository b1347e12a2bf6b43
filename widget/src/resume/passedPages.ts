import type { PassedPage } from "../run/place";
import type { ReplaySession } from "./resumedRun";

/** Notes which pages a session passes. Returns that session, and the function that gives the pages before the present one. */
export function notePassedPages(session: ReplaySession): [ReplaySession, () => PassedPage[]] {
  const passed: PassedPage[] = [];
  const noting: ReplaySession = {
    view: () => session.view(),
    update(event) {
      // Answers stay on their page, and are most of what happens.
      if (event.type === "answered") return session.update(event);
      const before = session.view();
      const update = session.update(event);
      const { stateId } = session.view();
      if (stateId === before.stateId) return update;
      const known = passed.findIndex((page) => page.stateId === stateId);
      if (known === -1) passed.push(before);
      else passed.splice(known);
      return update;
    },
  };
  return [noting, () => passed];
}

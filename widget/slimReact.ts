import type { Plugin } from "vite";

/** The version whose functions the tables below name. Another one may have other functions of these names. */
const REACT_VERSION = "19.3.1";

/**
 * What react-dom can do and this application does not use, each with the functions that do it. They are called on the way
 * of every page, do nothing there, and bring a fifth of react-dom with them.
 */
const UNUSED_FEATURES = {
  "Markup of a server, that React takes over: pages come with data only": `
    attemptContinuousHydration clearHydrationBoundary commitActivityHydrationCallbacks commitSuspenseHydrationCallbacks
    getHydratableHoistableCache getNextHydratable getParentHydrationBoundary mountHostRootWithoutHydrating
    popHydrationState prepareToHydrateHostInstance queueHydrationError registerSuspenseInstanceRetry resetHydrationState
    retryDehydratedSuspenseBoundary retryIfBlockedOn throwOnHydrationMismatch updateDehydratedSuspenseComponent
    upgradeHydrationErrorsToRecoverable`,
  "Style sheets, scripts and metadata that React puts into the head: they are rendered where they are": `
    acquireResource estimateBandwidth getResource insertSuspendedStylesheets isHostHoistableType preinitModuleScript
    preinitScript preinitStyle preload preloadModule preloadResource suspendResource`,
  "View transitions: pages are animated by the style sheet": `
    applyViewTransitionToHostInstances commitExitViewTransitions commitNestedViewTransitions createViewTransitionInstance
    getViewTransitionClassName getViewTransitionName restoreEnterOrExitViewTransitions restoreNestedViewTransitions
    restoreViewTransitionOnHostInstances startViewTransition trackEnterViewTransitions`,
  "Actions of forms, transitions and optimistic states: an event goes to the flow's run": `
    dispatchOptimisticSetState extractEvents$1 mountActionState recursivelyResetForms requestFormReset$1
    rerenderActionState startTransition updateActionState`,
  "References to fragments": `
    FragmentInstance addFragmentHandleToFiber commitFragmentInstanceDeletionEffects
    commitFragmentInstanceInsertionEffects commitNewChildToFragmentInstances`,
  "Activity and lists of Suspense": "updateActivityComponent updateSuspenseListComponent",
  "Stacks of components in errors: their names are minified": "getStackByFiberInDevAndProd",
};

/** Exports that the application does not use, by file. */
const UNUSED_EXPORTS = {
  react: `
    Activity Children Profiler PureComponent StrictMode ViewTransition addTransitionType cache cacheSignal cloneElement
    createRef forwardRef isValidElement startTransition unstable_useCacheRefresh useActionState
    useDebugValue useDeferredValue useImperativeHandle useInsertionEffect useOptimistic useReducer useTransition`,
  "react-dom": `
    browser createPortal preconnect prefetchDNS preinit preinitModule preload preloadModule requestFormReset
    unstable_batchedUpdates useFormState useFormStatus`,
  "react-dom-client": "hydrateRoot",
};

/**
 * Leaves out of React what the application does not use: two thirds of what a visitor downloads before the first question
 * would be React. A source file that imports what is left out does not build. What it renders can still want too much: a
 * `link` or `meta` stays where it is rendered, so what belongs into the document's head is put there by an effect
 * (`src/shell/useFavicon.ts`).
 */
export function slimReact(): Plugin {
  return {
    name: "pulsen:slim-react",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /(\/cjs\/(react|react-dom|react-dom-client)\.production\.js|\/src\/.*\.tsx?)$/ },
      handler(code, id) {
        const file = /\/cjs\/([\w-]+)\.production\.js$/.exec(id)?.[1] as
          | keyof typeof UNUSED_EXPORTS
          | undefined;
        if (file) return { code: slim(code, file), map: null };
        refuseUnusedImports(code, id);
        return undefined;
      },
    },
  };
}

function slim(code: string, file: keyof typeof UNUSED_EXPORTS): string {
  if (!code.includes(`exports.version = "${REACT_VERSION}"`)) {
    throw new Error(
      `slimReact.ts was made for React ${REACT_VERSION}. See whether its functions are still the same, then name the new version.`,
    );
  }
  const exported = words(UNUSED_EXPORTS[file]).reduce(withoutExport, code);
  if (file !== "react-dom-client") return exported;
  const names = Object.values(UNUSED_FEATURES).flatMap(words);
  // Without this the minifier keeps every branch for pages that React takes over.
  return names.reduce(withoutBody, exported).replaceAll("isHydrating = !0", "!1");
}

/** Removes a statement that exports something, and what was set on the same thing afterwards. */
function withoutExport(code: string, name: string): string {
  const statement = new RegExp(`^exports\\.${name} = (.*;|[^;]*function[\\s\\S]*?^};)\\n`, "m");
  return replaceOnce(code, statement, "", `exports.${name}`);
}

/** Makes a function do nothing. The minifier then leaves out what only this function has called. */
function withoutBody(code: string, name: string): string {
  const escaped = name.replace("$", "\\$");
  const empty = code.replace(
    new RegExp(`^${escaped}\\.prototype\\.\\w+ = function [\\s\\S]*?^};\\n`, "gm"),
    "",
  );
  const declaration = new RegExp(`^function ${escaped}\\([\\s\\S]*?^}$`, "m");
  return replaceOnce(empty, declaration, () => `function ${name}() {}`, name);
}

function replaceOnce(code: string, pattern: RegExp, by: string | (() => string), name: string): string {
  const replaced = code.replace(pattern, by as string);
  if (replaced === code) throw new Error(`React has no ${name} as slimReact.ts expects it.`);
  return replaced;
}

/** @throws where a source file imports what is left out. */
function refuseUnusedImports(code: string, id: string): void {
  const unused = Object.values(UNUSED_EXPORTS).flatMap(words);
  for (const [, imported = ""] of code.matchAll(/^import {([^}]*)} from "react(?:-dom(?:\/client)?)?";/gm)) {
    const found = words(imported.replaceAll(",", " ")).find((name) => unused.includes(name));
    if (found) throw new Error(`${id} imports ${found}, which slimReact.ts leaves out of React.`);
  }
}

function words(list: string): string[] {
  return list.split(/\s+/).filter(Boolean);
}

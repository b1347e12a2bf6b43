/** Debian's Chromium. Tests and benchmarks download no browser. */
export const CHROMIUM = process.env.PULSEN_CHROMIUM ?? "/usr/bin/chromium";

/**
 * The same without what belongs to windows, such as the cache of pages for “back”, the focus among frames and the blocking of
 * third-party cookies. Tests that need none of these take two thirds of the time with it.
 */
export const HEADLESS_CHROMIUM = process.env.PULSEN_HEADLESS_CHROMIUM ?? "/usr/bin/chromium-headless-shell";

/**
 * Gives third-party frames partitioned storage, as in visitors' browsers. Playwright's own list of disabled features
 * includes that partitioning, and frames then have no storage at all; this list replaces it without that entry.
 */
export const PARTITIONED_STORAGE =
  "--disable-features=AvoidUnnecessaryBeforeUnloadCheckSync,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,PaintHolding,MediaRouter,OptimizationHints";

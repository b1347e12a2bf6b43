/** Debian's Chromium. Tests and benchmarks download no browser. */
export const CHROMIUM = process.env.PULSEN_CHROMIUM ?? "/usr/bin/chromium";

/**
 * Gives third-party frames partitioned storage, as in visitors' browsers. Playwright's own list of disabled features
 * includes that partitioning, and frames then have no storage at all; this list replaces it without that entry.
 */
export const PARTITIONED_STORAGE =
  "--disable-features=AvoidUnnecessaryBeforeUnloadCheckSync,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,PaintHolding,MediaRouter,OptimizationHints";

/** What five-fold records are to change of hit@1, by set; shares. */
export const USAGE_GOALS: Readonly<Record<string, number>> = {
  uipath: 0.07,
  nvidia: -0.005,
  marketing: -0.005,
  skillsbench: -0.005,
  apm: 0.1,
  daymade: 0.03,
};

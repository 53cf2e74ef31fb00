// The four verdicts, the worst first.

export const VERDICTS = ["malicious", "suspicious", "unable", "clean"];

export const meanings = {
  clean: "Fully examined, and too little was found for suspicion.",
  suspicious: "Something was found that harmless files seldom have. Read the reasons before opening it.",
  malicious: "The findings leave little doubt. Do not open it.",
  unable: "Not fully examined. This is not the same as clean.",
};

/** A verdict that this page has a picture of. */
export const known = (verdict) => (VERDICTS.includes(verdict) ? verdict : "unable");

/** For sorting reports: the worst first. */
export const byWorst = (one, other) =>
  VERDICTS.indexOf(known(one.verdict)) - VERDICTS.indexOf(known(other.verdict)) || other.score - one.score;

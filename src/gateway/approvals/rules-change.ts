import { rulesChange } from '#contract/approvals.ts';
import { limitProblem } from '#contract/money.ts';

/** The body of `PUT /desk/rules`. Rules that were set earlier may have amounts that are finer than their currency. */
export const soundRulesChange = rulesChange.check(({ value, issues }) => {
  for (const [currency, above] of Object.entries(value.loanAmount.above)) {
    const message = limitProblem(above, currency);
    const path = ['loanAmount', 'above', currency];
    if (message !== null) issues.push({ code: 'custom', input: above, path, message });
  }
});

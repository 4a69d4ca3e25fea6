import { auditor } from './auditor.ts';
import { cancellations } from './cancellations.ts';
import type { Cast } from './cast.ts';
import { lending } from './lending.ts';
import { morning } from './morning.ts';
import { statement } from './statement.ts';
import { tokens } from './tokens.ts';

/** A piece of a day's work. It fails if it can't be done, or if what it should bring about isn't there. */
interface Story {
  title: string;
  tell: (cast: Cast) => Promise<void>;
}

/** In the order in which they can run one after the other on the same Pledge. */
export const STORIES: readonly Story[] = [
  { title: 'morning review to a follow-up on the worst late loan', tell: morning },
  { title: 'three loans: refused by limit, refused by collateral, lent with consent', tell: lending },
  { title: 'find 17 tokens by four conditions, save the view for everybody, compare four', tell: tokens },
  { title: 'a statement for the last quarter as PDF', tell: statement },
  { title: '60 cancellations asked for, approved, done, reported', tell: cancellations },
  { title: 'an auditor’s question: who cancelled this order, why, who approved', tell: auditor },
];

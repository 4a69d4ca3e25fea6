import { describe, expect, it } from 'vitest';
import { changeOf, percentOf, raisedShareOf, spreadOf, spreadShareOf } from './token-figures.ts';

describe('figures of a token', () => {
  it('are exact where floats would not be', () => {
    expect(spreadOf({ buy: 0.3, sell: 0.1 })).toBe(0.2);
    expect(changeOf(1.1, 1)).toBe(0.1);
    expect(spreadShareOf({ buy: 101, sell: 99 })).toBe(0.02);
    expect(raisedShareOf(30, 200)).toBe(0.15);
  });

  it('are rounded as decimals are, half a hundredth of a percent up', () => {
    expect(percentOf(changeOf(100.465, 100) ?? 0)).toBe(0.47);
    expect(percentOf(changeOf(99.535, 100) ?? 0)).toBe(-0.47);
    expect(percentOf(0.99996)).toBe(99.99);
  });

  it('are unknown, never 0, where something is missing or can’t be divided by', () => {
    expect(changeOf(1, 0)).toBeNull();
    expect(changeOf(undefined, 1)).toBeNull();
    expect(changeOf(1, undefined)).toBeNull();
    expect(spreadOf({ buy: 1 })).toBeNull();
    expect(spreadShareOf({ buy: 0, sell: 0 })).toBeNull();
    expect(spreadShareOf({})).toBeNull();
    expect(raisedShareOf(1, 0)).toBeNull();
    expect(raisedShareOf(1, undefined)).toBeNull();
  });
});

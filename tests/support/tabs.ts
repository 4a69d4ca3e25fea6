import { cleanup, waitFor } from '@testing-library/react';
import { expect, onTestFinished } from 'vitest';

/** A browser with several tabs, for the test that calls it: jsdom knows one tab, and no locks. */
export function browserTabs() {
  const held: string[] = [];
  const elsewhere: string[] = [];
  const turns = new Map<string, Promise<void>>();
  const locks = {
    query: async () => ({ held: [...elsewhere, ...held].map((name) => ({ name })) }),
    async request(name: string, hold: () => Promise<void>) {
      const before = turns.get(name);
      const turn = (async () => {
        await before;
        held.push(name);
        await hold();
        held.splice(held.indexOf(name), 1);
      })();
      turns.set(name, turn);
      await turn;
    },
  };
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
  /** Continues in a duplicate of this tab. This one stays open. */
  const duplicate = async () => {
    const ofForms = () => held.filter((name) => name.startsWith('pledge-draft '));
    const ofThis = ofForms();
    cleanup();
    await waitFor(() => expect(ofForms()).toEqual([]));
    elsewhere.push(...ofThis);
  };
  return {
    duplicate,
    /** Continues in a tab of its own. This one stays open. */
    async openAnother() {
      await duplicate();
      sessionStorage.clear();
    },
  };
}

import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Money } from '#dashboard/ui/money.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import { TapTip } from './late-overlays.tsx';

const tap = (element: Element, pointerType: string) =>
  fireEvent(element, new PointerEvent('click', { bubbles: true, cancelable: true, pointerType }));

test('a tap shows why a value is unknown, as hovering does; a mouse needs no tap', async () => {
  render(
    <>
      <Unknown reason="Not returned by the service" />
      <TapTip />
    </>,
  );
  tap(screen.getByText('–'), 'mouse');
  expect(screen.queryByRole('dialog')).toBeNull();
  tap(screen.getByText('–'), 'touch');
  expect(await screen.findByRole('dialog', { name: 'Explanation' })).toHaveTextContent(
    'Not returned by the service',
  );
});

test('a tap on a button does what the button does, and no more', () => {
  render(
    <>
      <button type="button" title="Refresh">
        Refresh
      </button>
      <TapTip />
    </>,
  );
  tap(screen.getByRole('button'), 'touch');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a tap on text that is in view does not show it once more', async () => {
  render(
    <>
      <Unknown reason="Not returned by the service" />
      <Money amount={5} currency="NGN" />
      <TapTip />
    </>,
  );
  tap(screen.getByText('–'), 'touch');
  await screen.findByRole('dialog', { name: 'Explanation' });
  tap(screen.getByTitle('NGN'), 'touch');
  expect(screen.queryByRole('dialog')).toBeNull();
});

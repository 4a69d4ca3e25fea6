import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { latePart, pageShown } from './late-part.tsx';

function Page() {
  return <div ref={pageShown} />;
}

test('a late part is loaded once a page is shown, and not while the frame around it waits for one', async () => {
  const load = vi.fn(async () => () => <p>Late</p>);
  const Late = latePart(load);
  const { rerender } = render(<Late />);
  await new Promise((resolve) => setTimeout(resolve));
  expect(load).not.toHaveBeenCalled();
  rerender(
    <>
      <Late />
      <Page />
    </>,
  );
  expect(await screen.findByText('Late')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});

test('a late part whose code can’t be loaded stays empty', async () => {
  const load = vi.fn(async () => {
    throw new Error('offline');
  });
  const Late = latePart(load);
  const { container } = render(
    <>
      <Late />
      <Page />
    </>,
  );
  await vi.waitFor(() => expect(load).toHaveBeenCalled());
  expect(container.textContent).toBe('');
});

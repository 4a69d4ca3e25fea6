import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { focusHeading } from './focus.ts';
import { PageTitle } from './page-title.tsx';

const heading = () => screen.getByRole('heading', { level: 1 });

test('the focus stays on the heading if another takes its place', () => {
  const { rerender } = render(<PageTitle key="loading" title="Approval" />);
  focusHeading();
  rerender(<PageTitle key="loaded" title="Loan of 1,000.00 NGN" />);
  expect(heading()).toHaveTextContent('Loan of');
  expect(heading()).toHaveFocus();
});

test('a heading takes the focus from nothing else', () => {
  const search = <input key="search" aria-label="Search" />;
  const { rerender } = render([search, <PageTitle key="loading" title="Approval" />]);
  screen.getByLabelText('Search').focus();
  rerender([search, <PageTitle key="loaded" title="Loan of 1,000.00 NGN" />]);
  expect(screen.getByLabelText('Search')).toHaveFocus();
});

test('a heading that gets the focus comes into view', () => {
  render(<PageTitle title="Approval" />);
  const focus = vi.spyOn(heading(), 'focus');
  focusHeading();
  expect(focus).toHaveBeenCalledWith();
});

import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Share } from './token-value.tsx';

test.each([
  [0.99996, false, '99.99%'],
  [1, false, '100.00%'],
  [1.00004, false, '100.00%'],
  [0.66666, false, '66.67%'],
  [-0.99999, true, '−99.99%'],
  [0.05, true, '+5.00%'],
  [0.00003, false, '0.003%'],
  [-0.0000042, true, '−0.00042%'],
  [0, true, '0.00%'],
])('a share of %s reads as what it is, and as all or none only where it is so', (value, signed, text) => {
  const { container } = render(<Share {...{ value, signed }} />);
  expect(container).toHaveTextContent(text);
});

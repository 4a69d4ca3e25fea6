import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { DecimalField } from './decimal-field.tsx';

function Principal() {
  return (
    <FormProvider {...useForm({ defaultValues: { principal: '' } })}>
      <DecimalField name="principal" label="Principal" unit="NGN" digits={2} currency="NGN" />
    </FormProvider>
  );
}

test('a first digit is changed in place, and the zeros behind it stay', async () => {
  const user = userEvent.setup();
  render(<Principal />);
  const field = screen.getByLabelText('Principal');
  await user.type(field, '1000000');
  expect(field).toHaveValue('1,000,000');
  await user.keyboard('{Home}{Delete}2');
  expect(field).toHaveValue('2,000,000');
});

test('zeros that were left in front fall away when the field is left', async () => {
  const user = userEvent.setup();
  render(<Principal />);
  const field = screen.getByLabelText('Principal');
  await user.type(field, '10250');
  await user.keyboard('{Home}{Delete}');
  expect(field).toHaveValue('0250');
  await user.tab();
  expect(field).toHaveValue('250');
});

test('an input method composes its text undisturbed, which is grouped in the end', () => {
  render(<Principal />);
  const field = screen.getByLabelText('Principal');
  fireEvent.compositionStart(field);
  // A browser puts a longer text in the place of the shorter: what was rewritten meanwhile would stay in front of it.
  for (const value of ['５', '５０', '５００', '５０００']) {
    fireEvent.input(field, { target: { value }, isComposing: true, inputType: 'insertCompositionText' });
    expect(field).toHaveValue(value);
  }
  fireEvent.compositionEnd(field, { data: '５０００' });
  expect(field).toHaveValue('5,000');
});

test('digits that come in one piece behind others belong to them, and begin no fraction', async () => {
  const user = userEvent.setup();
  render(<Principal />);
  const field = screen.getByLabelText('Principal');
  await user.type(field, '1234');
  await user.paste('5');
  expect(field).toHaveValue('12,345');
  await user.paste('67.50');
  expect(field).toHaveValue('1,234,567.50');
  await user.clear(field);
  await user.type(field, '1234');
  fireEvent.compositionStart(field);
  const composed = { target: { value: '1,234５' }, isComposing: true, inputType: 'insertCompositionText' };
  fireEvent.input(field, composed);
  fireEvent.compositionEnd(field, { data: '５' });
  expect(field).toHaveValue('12,345');
});

const IN_ONE_PIECE = ['insertFromDrop', 'insertText'];

test.each(IN_ONE_PIECE)(
  'a number of another country that replaces another is read as a whole: %s',
  async (inputType) => {
    const user = userEvent.setup();
    render(<Principal />);
    const field = screen.getByLabelText('Principal');
    await user.type(field, '1234');
    const put = (value: string) => fireEvent.input(field, { target: { value }, inputType, data: value });
    put('1.234,5');
    expect(field).toHaveValue('1,234.5');
    put('12.34,56');
    expect(field).toHaveValue('12.34,56');
  },
);

test.each([
  ['1000,50', '1,000.50'],
  ['1234567,89', '1,234,567.89'],
  // Separators of one's own are taken as they are.
  ['1,000,000', '1,000,000'],
  ['1,000.50', '1,000.50'],
])('%s, typed key by key, is %s', async (typed, shown) => {
  const user = userEvent.setup();
  render(<Principal />);
  const field = screen.getByRole('textbox');
  await user.type(field, typed);
  await user.tab();
  expect(field).toHaveValue(shown);
});

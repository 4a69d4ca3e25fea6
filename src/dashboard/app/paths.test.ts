import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageAt, pages } from './paths.ts';

test.each([
  ['/', pages.overview, {}],
  ['', pages.overview, {}],
  ['/loans', pages.loans, {}],
  ['/loans/', pages.loans, {}],
  ['/loans/terms', pages.terms, {}],
  ['/loans/cover', pages.cover, {}],
  ['/settings///', pages.settings, {}],
  ['/loans/64af', pages.loan, { id: '64af' }],
  ['/loans/a%2Fb%20c', pages.loan, { id: 'a/b c' }],
  ['/loans/__proto__', pages.loan, { id: '__proto__' }],
])('at "%s" there is a page', (pathname, page, params) => {
  expect(pageAt(pathname)).toEqual({ page, params });
});

test.each(['/nowhere', '/loans/a/b', '/loans//', '/loans/%', '/loans/%E0%A4%A', '/__proto__', '//loans'])(
  'at "%s" there is none, or the list',
  (pathname) => {
    const found = pageAt(pathname)?.page;
    expect(found === undefined || found === pages.loans).toBe(true);
  },
);

test('every id leads to the page of its record, unless it is the name of a page', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (id) => {
      fc.pre(id !== 'terms');
      expect(pageAt(`/loans/${encodeURIComponent(id)}`)).toEqual({ page: pages.loan, params: { id } });
    }),
  );
});

test('no address breaks the look for its page', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (path) => {
      pageAt(`/${path}`);
    }),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contract, pathTo } from '#contract/contract.ts';
import { loanAddress, memberAddress, tokenAddress } from '../api/addresses.ts';

test('any text that a service gives as an id makes an address of one more segment, half a pair too', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1 }),
    fc.constant('\uD800'),
    fc.constant('a\uDC00b'),
  );
  fc.assert(
    fc.property(texts, (id) => {
      for (const address of [loanAddress(id, id), memberAddress(id), tokenAddress(id)]) {
        expect(address.split('?')[0]?.split('/')).toHaveLength(3);
      }
      if (!/^\.+$/.test(id)) {
        expect(pathTo(contract.getToken.path, { tokenId: id }).split('/')).toHaveLength(5);
      }
    }),
  );
});

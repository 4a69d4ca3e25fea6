import { describe, expect, it } from 'vitest';
import { addressKey, clientAddress } from './client-address.ts';

describe('the address of a client', () => {
  const forwarded = (value: string) =>
    new Request('http://desk.test/', { headers: { 'x-forwarded-for': value } });

  it('is the connection’s, regardless of the request’s headers', () => {
    expect(clientAddress(forwarded('1.2.3.4'), '203.0.113.1', false)).toBe('203.0.113.1');
  });

  it('is what a trusted proxy wrote last', () => {
    expect(clientAddress(forwarded('1.2.3.4, 198.51.100.7'), '10.0.0.1', true)).toBe('198.51.100.7');
    expect(clientAddress(new Request('http://desk.test/'), '10.0.0.1', true)).toBe('10.0.0.1');
  });

  it.each([
    ['198.51.100.7:49152', '198.51.100.7'],
    ['[2001:db8::1]:49152', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
  ])('has no port, which is another one for each connection: %s', (written, address) => {
    expect(clientAddress(forwarded(`1.2.3.4, ${written}`), '10.0.0.1', true)).toBe(address);
  });

  it('is counted by its network if it is IPv6, and as IPv4 if it is that in other words', () => {
    expect(addressKey('2001:db8::1')).toBe(addressKey('2001:db8:0:0:1:2:3:4'));
    expect(addressKey('2001:db8::1')).not.toBe(addressKey('2001:db8:0:1::1'));
    expect(addressKey('::ffff:192.0.2.1')).toBe(addressKey('192.0.2.1'));
    expect(addressKey('192.0.2.1')).not.toBe(addressKey('192.0.2.2'));
  });
});

import { describe, expect, it } from 'vitest';
import { householdOf, networkPrefix, networkTiers } from './network-prefix.ts';

describe('networkPrefix', () => {
  it.each([
    ['203.0.113.7', '203.0.113.0/24'],
    ['203.0.113.250', '203.0.113.0/24'],
    ['203.0.114.7', '203.0.114.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('maps %s to %s', (address, subnet) => {
    expect(networkPrefix(address)).toBe(subnet);
  });

  it('returns a bounded text for any input', () => {
    for (const address of ['', 'nonsense', 'x'.repeat(5000), "'; drop table", '1.2.3.4, 5.6.7.8']) {
      expect(networkPrefix(address)).toMatch(/^[0-9a-f:.]*(::\/64|\/24)$/);
      expect(networkPrefix(address).length).toBeLessThan(60);
    }
  });
});

describe('networkTiers', () => {
  it.each([
    ['203.0.113.7', ['203.0.113.0/24']],
    ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
    ['2001:db8::1', ['2001:db8:0:0::/64', '2001:db8:0::/48']],
    ['203.0.113.0/24', ['203.0.113.0/24']],
    ['2001:db8:0:0::/64', ['2001:db8:0:0::/64', '2001:db8:0::/48']],
  ])('returns the networks of %s', (address, networks) => {
    expect(networkTiers(address)).toEqual(networks);
  });
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
])('the household of %s is %s', (address, household) => {
  expect(householdOf(address)).toBe(household);
});

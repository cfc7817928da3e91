import { hashToken } from '../auth/secrets.ts';

/**
 * Returns the network of an IP address: its /24, or for IPv6 its /64, the size of one household. Rotating addresses
 * within it does not evade a limit, and clients on other networks are not affected. A network is its own network.
 */
export function networkPrefix(ip: string): string {
  const v4 = /^(?:::ffff:)?(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}(?:\/24)?$/i.exec(ip)?.[1];
  return v4 ? `${v4}.0/24` : prefixOf(ip, 4);
}

/**
 * Returns the networks that an address counts for, narrow first: its `networkPrefix`, and for IPv6 its /48 as well. One
 * customer or tunnel has up to a /48, which is 65,536 times a /64; of IPv4 the /24 is the smallest block that is routed.
 */
export function networkTiers(ip: string): [narrow: string, wide?: string] {
  const narrow = networkPrefix(ip);
  return narrow.endsWith('/24') ? [narrow] : [narrow, prefixOf(ip, 3)];
}

/** Returns a caller's household: their address, or for IPv6 its /64, in which one device has many addresses. */
export function householdOf(ip: string): string {
  const [narrow, wide] = networkTiers(ip);
  return wide ? narrow : ip;
}

/** Characters of a network's hash: 128 bits. */
const HASH_LENGTH = 22;

/** Returns the stored form of a caller's network, of IPv6 the widest: a hash that is its own in each `scope`, an id. */
export function hashNetwork(scope: string, ip: string): string {
  return hashToken(`${scope} ${networkTiers(ip).at(-1)}`).slice(0, HASH_LENGTH);
}

/** Returns the first groups of an IPv6 address, as a prefix; a bounded text for anything else. */
function prefixOf(ip: string, count: number): string {
  const [head = '', tail] = ip.toLowerCase().split('%')[0]!.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const groups = [...left, ...zeros, ...right].slice(0, count).map((group) => group.replace(/^0+(?=.)/, ''));
  const text = groups
    .join(':')
    .replace(/[^0-9a-f:]/g, '')
    .slice(0, 40);
  return `${text}::/${count * 16}`;
}

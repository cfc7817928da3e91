/**
 * Returns the network of an IP address: its /24, or for IPv6 its /64, the size of one household. Rotating addresses
 * within it does not evade a limit, and clients on other networks are not affected.
 */
export function networkPrefix(ip: string): string {
  const v4 = /^(?:::ffff:)?(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/i.exec(ip)?.[1];
  if (v4) return `${v4}.0/24`;
  const [head = '', tail] = ip.toLowerCase().split('%')[0]!.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const groups = [...left, ...zeros, ...right].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${groups
    .join(':')
    .replace(/[^0-9a-f:]/g, '')
    .slice(0, 40)}::/64`;
}

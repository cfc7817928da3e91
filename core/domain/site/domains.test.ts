import { describe, expect, it } from 'vitest';
import {
  apexOf,
  diagnoseDns,
  type DnsFindings,
  DOMAIN_STATUSES,
  DOMAIN_TRANSITIONS,
  domainOrigin,
  hostname,
  isCustomHost,
  judgeDomain,
  LOST_GRACE_MS,
  nextCheckMs,
  readHostname,
  relativeName,
} from './domains.ts';
import { DAY_MS, HOUR_MS } from '../values/durations.ts';
import { canTransition } from '../values/transitions.ts';

const toAscii = (name: string) => URL.parse(`http://${name}`)?.hostname ?? null;
const read = (input: string, platform = 'albumen.app') => readHostname(input, platform, toAscii);

describe('a hostname', () => {
  it.each([
    ['www.llum.cat', 'www.llum.cat'],
    [' HTTPS://WWW.Llum.cat./en?x#y ', 'www.llum.cat'],
    ['núria.cat', 'xn--nria-qra.cat'],
    ['foto.рф', 'foto.xn--p1ai'],
  ])('is read from %s', (input, expected) => expect(read(input)).toEqual({ hostname: expected }));

  it.each([
    ['', 'malformed'],
    ['llum', 'malformed'],
    ['llum.cat:8080', 'malformed'],
    ['ana@llum.cat', 'malformed'],
    ['llum cat.com', 'malformed'],
    ['-llum.cat', 'malformed'],
    [`${'a.'.repeat(126)}cat`, 'malformed'],
    ['127.0.0.1', 'address'],
    ['0x7f.1', 'address'],
    ['[::1]', 'address'],
    ['co.uk', 'suffix'],
    ['github.io', 'suffix'],
    ['albumen.app', 'reserved'],
    ['www.albumen.app', 'reserved'],
    ['d1.cloudfront.net', 'reserved'],
    ['www.llum.localhost', 'reserved'],
    ['llum.test', 'reserved'],
  ])('%j is refused as %s', (input, refused) => expect(read(input)).toEqual({ refused }));

  it('may be below localhost where the product is', () => {
    expect(read('www.llum.localhost', 'localhost')).toEqual({ hostname: 'www.llum.localhost' });
    expect(read('localhost', 'localhost')).toEqual({ refused: 'malformed' });
  });

  it('is stored in its own form only', () => {
    expect(hostname.safeParse('www.llum.cat').success).toBe(true);
    for (const other of ['WWW.llum.cat', 'http://llum.cat', 'núria.cat', 'llum.cat.', 'com.es'])
      expect([other, hostname.safeParse(other).success]).toEqual([other, false]);
  });

  it('knows its zone, and names within it', () => {
    expect(['www.llum.cat', 'a.b.llum.co.uk', 'llum.cat'].map(apexOf)).toEqual(['llum.cat', 'llum.co.uk', 'llum.cat']);
    expect(relativeName('_studio-verification.www.llum.cat', 'www.llum.cat')).toBe('_studio-verification.www');
    expect(relativeName('llum.cat', 'llum.cat')).toBe('@');
  });

  it('has the product’s protocol and port', () => {
    expect(domainOrigin('https://albumen.app', 'www.llum.cat')).toBe('https://www.llum.cat');
    expect(domainOrigin('http://localhost:4300', 'www.llum.localhost')).toBe('http://www.llum.localhost:4300');
  });

  it('is told from hosts of the product and of machines', () => {
    const hosts = ['www.llum.cat', 'albumen.app', 'd1.cloudfront.net', '127.0.0.1', 'localhost', ''];
    expect(hosts.filter((host) => isCustomHost(host, 'albumen.app'))).toEqual(['www.llum.cat']);
  });
});

const PROOF = 'a'.repeat(32);
const expected = { proof: PROOF, target: 'sites.albumen.app' };
const NOTHING: DnsFindings = {
  txt: [],
  cname: null,
  v4: [],
  v6: [],
  target: { v4: ['198.51.100.1'], v6: ['2001:db8::1'] },
  caa: null,
};
const RIGHT: DnsFindings = { ...NOTHING, txt: ['v=spf1', PROOF], cname: 'sites.albumen.app', v4: ['198.51.100.1'] };

describe('a diagnosis', () => {
  const problem = (found: Partial<DnsFindings>) => diagnoseDns(expected, { ...RIGHT, ...found }).problem;

  it('finds nothing wrong with a CNAME, a chain of CNAMEs or an ALIAS to us', () => {
    expect(problem({})).toBeNull();
    expect(problem({ cname: 'alias.example' })).toBeNull();
    expect(problem({ cname: null, v6: ['2001:db8::1'] })).toBeNull();
  });

  it.each([
    ['another CNAME', { cname: 'shops.example', v4: ['203.0.113.9'] }, 'wrong_target', ['shops.example']],
    ['a CNAME to nothing', { cname: 'gone.example', v4: [] }, 'wrong_target', ['gone.example']],
    ['another address', { cname: null, v4: ['203.0.113.9'] }, 'wrong_target', ['203.0.113.9']],
    ['an address beside ours', { cname: null, v4: ['198.51.100.1', '203.0.113.9'] }, 'wrong_target', undefined],
    ['a proxy', { cname: null, v4: ['104.21.3.4', '172.67.1.2'] }, 'proxied', ['104.21.3.4', '172.67.1.2']],
    ['an old IPv6 address', { cname: null, v6: ['2001:db8::bad'] }, 'stale_aaaa', ['2001:db8::bad']],
    ['another certificate authority', { caa: ['letsencrypt.org'] }, 'caa', ['letsencrypt.org']],
  ] as const)('names %s', (_title, found, reason, values) => {
    expect(problem(found as Partial<DnsFindings>)).toMatchObject({ reason, ...(values && { found: values }) });
  });

  it('allows certificates of Amazon, alone or among others', () => {
    expect(problem({ caa: ['letsencrypt.org', 'amazon.com'] })).toBeNull();
  });
});

describe('a verdict', () => {
  const NOW = 100 * DAY_MS;
  const judge = (found: Partial<DnsFindings>, status = 'draft' as const, isTaken = false) => {
    const { status: next, failure } = judgeDomain(
      { status, lostAt: null },
      diagnoseDns(expected, { ...NOTHING, ...found }),
      isTaken,
      NOW,
    );
    return failure ?? next;
  };

  it.each([
    ['nothing', {}, 'awaiting_dns'],
    ['the former site', { cname: 'shops.example', v4: ['203.0.113.9'] }, 'awaiting_dns'],
    ['another proof', { txt: ['b'.repeat(32)] }, 'txt_missing'],
    ['our target without proof', { ...RIGHT, txt: [] }, 'txt_missing'],
    ['the proof alone', { txt: [PROOF] }, 'verified'],
    ['the proof and the former site', { txt: [PROOF], v4: ['203.0.113.9'] }, 'wrong_target'],
    ['the proof and a proxy', { txt: [PROOF], v4: ['104.21.3.4'] }, 'proxied'],
    ['everything', RIGHT, 'issuing'],
  ] as const)('on %s is %s', (_title, found, next) => expect(judge(found as Partial<DnsFindings>)).toBe(next));

  it('is `taken` if another studio proved the name before', () => expect(judge(RIGHT, 'draft', true)).toBe('taken'));

  it('loses a live domain that leads elsewhere, takes it back, and gives it up after the grace time', () => {
    const away = diagnoseDns(expected, { ...NOTHING, cname: 'shops.example', v4: ['203.0.113.9'] });
    const at = (status: 'live' | 'lost', lostAt: number | null, now: number, found = away) =>
      judgeDomain({ status, lostAt }, found, false, now).status;
    expect(at('live', null, NOW)).toBe('lost');
    expect(at('lost', NOW, NOW + LOST_GRACE_MS - 1)).toBe('lost');
    expect(at('lost', NOW, NOW + LOST_GRACE_MS)).toBe('removed');
    const proofless = diagnoseDns(expected, { ...RIGHT, txt: [] });
    expect(at('lost', NOW, NOW + LOST_GRACE_MS, proofless)).toBe('live');
    const restricted = diagnoseDns(expected, { ...RIGHT, caa: ['letsencrypt.org'] });
    expect(at('live', null, NOW, restricted)).toBe('live');
  });

  it('is always an allowed transition or the same status', () => {
    for (const status of DOMAIN_STATUSES)
      for (const found of [NOTHING, RIGHT, { ...RIGHT, txt: [] }, { ...NOTHING, txt: [PROOF] }])
        for (const isTaken of [true, false])
          for (const lostAt of [null, 0]) {
            const next = judgeDomain({ status, lostAt }, diagnoseDns(expected, found), isTaken, NOW).status;
            expect([status, next, next === status || canTransition(DOMAIN_TRANSITIONS, status, next)]).toEqual([
              status,
              next,
              true,
            ]);
          }
  });
});

it('checks follow at growing intervals, and end after a month without an answer', () => {
  const waits = [0, 2 * HOUR_MS, 2 * DAY_MS, 31 * DAY_MS].map((waited) => nextCheckMs('awaiting_dns', waited));
  expect(waits).toEqual([60_000, 900_000, 6 * HOUR_MS, null]);
  expect([nextCheckMs('live', 90 * DAY_MS), nextCheckMs('removed', 0)]).toEqual([6 * HOUR_MS, null]);
});

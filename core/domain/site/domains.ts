import { z } from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../values/durations.ts';
import type { Transitions } from '../values/transitions.ts';

/** Stored status of a studio's own domain; `removed` is a tombstone until the job has deleted its tenant. */
export const DOMAIN_STATUSES = [
  'draft',
  'awaiting_dns',
  'verified',
  'issuing',
  'live',
  'failed',
  'lost',
  'removed',
] as const;
export type DomainStatus = (typeof DOMAIN_STATUSES)[number];

export const DOMAIN_TRANSITIONS: Transitions<DomainStatus> = {
  draft: ['awaiting_dns', 'verified', 'issuing', 'failed', 'removed'],
  awaiting_dns: ['verified', 'issuing', 'failed', 'removed'],
  verified: ['awaiting_dns', 'issuing', 'failed', 'removed'],
  issuing: ['live', 'verified', 'awaiting_dns', 'failed', 'removed'],
  live: ['lost', 'removed'],
  failed: ['awaiting_dns', 'verified', 'issuing', 'removed'],
  lost: ['live', 'removed'],
  removed: [],
};

export const DOMAIN_FAILURES = ['txt_missing', 'wrong_target', 'proxied', 'caa', 'stale_aaaa', 'taken'] as const;
export type DomainFailure = (typeof DOMAIN_FAILURES)[number];

/** Time in which a domain that stopped pointing to us stays ready to come back, in milliseconds. */
export const LOST_GRACE_MS = 14 * DAY_MS;
/** Time for which a removed domain's row is kept, in milliseconds. */
export const TOMBSTONE_MS = 30 * DAY_MS;
/** Domains of a studio, removed ones included: bounds what a member can cause. One of them is not removed. */
export const MAX_DOMAINS = 20;

const MAX_HOSTNAME = 253;
/** ASCII in lower case, so that look-alike letters show as what they are; the same as the table's CHECK. */
const HOSTNAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/;

/** Top-level domains without public names (RFC 2606, RFC 6761, RFC 6762, RFC 7686, RFC 8375, ICANN's `internal`). */
const RESERVED_TLDS = new Set('alt arpa example home internal invalid lan local localhost onion test'.split(' '));
/** Domains of services that we or our studios' visitors depend on: a studio cannot claim a name below them. */
const RESERVED_DOMAINS = ['amazonaws.com', 'cloudfront.net', 'supabase.co'];
/**
 * Suffixes of two labels under which everybody registers, the frequent ones. Only explains a refusal early: a studio
 * cannot prove a suffix.
 */
const SUFFIXES = new Set(
  `co.uk me.uk org.uk com.es nom.es org.es gob.es edu.es com.fr asso.fr co.at or.at com.pt com.pl com.tr com.au net.au
   org.au co.nz co.jp or.jp co.kr com.br com.mx com.ar com.co com.pe com.uy com.ve com.ec co.za co.in co.il com.cn
   com.hk com.sg com.tw github.io gitlab.io netlify.app vercel.app pages.dev workers.dev web.app herokuapp.com`.split(
    /\s+/,
  ),
);

type HostnameRefusal = 'malformed' | 'address' | 'suffix' | 'reserved';

/**
 * Returns the hostname of a typed or pasted text, or why it is refused.
 * @param toAscii converts an internationalised name; null for a malformed one. A URL parser does, which browsers and
 * functions have
 * @param platformHost of the product itself, without port. Where that is `localhost`, names below `localhost` are
 * domains like any other
 */
export function readHostname(
  input: string,
  platformHost: string,
  toAscii: (name: string) => string | null = (name) => name.toLowerCase(),
): { hostname: string; refused?: undefined } | { refused: HostnameRefusal } {
  const typed = input
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/\.$/, '');
  if (/^\[.*\]$/.test(typed)) return { refused: 'address' };
  // Refuses a port, a user and whitespace, which a URL parser would accept or drop.
  if (/[\s:@\\[\]%]/.test(typed)) return { refused: 'malformed' };
  const hostname = toAscii(typed)?.replace(/\.$/, '') ?? '';
  if (/^[\d.]+$/.test(hostname)) return { refused: 'address' };
  return refusalOf(hostname, platformHost) ?? { hostname };
}

function refusalOf(hostname: string, platformHost: string): { refused: HostnameRefusal } | null {
  if (hostname.length > MAX_HOSTNAME || !HOSTNAME.test(hostname)) return { refused: 'malformed' };
  if (SUFFIXES.has(hostname)) return { refused: 'suffix' };
  const isLocal = platformHost === 'localhost';
  const reserved = [...RESERVED_DOMAINS, ...(isLocal ? [] : [platformHost])];
  if (reserved.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))) return { refused: 'reserved' };
  const tld = hostname.slice(hostname.lastIndexOf('.') + 1);
  return RESERVED_TLDS.has(tld) && !(isLocal && tld === 'localhost') ? { refused: 'reserved' } : null;
}

/** A hostname in its stored form. The job refuses the product's own hosts, which only the server knows. */
export const hostname = z
  .string()
  .max(MAX_HOSTNAME)
  .refine((value) => {
    const read = readHostname(value, 'localhost');
    return read.refused === undefined && read.hostname === value;
  });

/** True if a host could be a studio's own domain: neither the product's host nor an address of a machine. */
export function isCustomHost(host: string, platformHost: string): boolean {
  return refusalOf(host, platformHost) === null;
}

/** Returns the registered domain of a hostname: the zone in which its owner edits records. */
export function apexOf(host: string): string {
  const labels = host.split('.');
  return labels.slice(SUFFIXES.has(labels.slice(-2).join('.')) ? -3 : -2).join('.');
}

/** True for a domain without `www.` or another label: most registrars allow no CNAME there. */
export const isApex = (host: string): boolean => apexOf(host) === host;

/** Returns the origin of a studio's domain: protocol and port of the product's own. */
export function domainOrigin(appOrigin: string, host: string): string {
  return appOrigin.replace(/^(https?:\/\/)[^:/]*/, `$1${host}`);
}

/** Name of the TXT record that proves control of a domain. */
export const proofName = (host: string): string => `_studio-verification.${host}`;

/** Returns a name as registrars' forms want it, relative to the zone: `www`, and `@` for the zone itself. */
export function relativeName(name: string, host: string): string {
  const zone = apexOf(host);
  return name === zone ? '@' : name.slice(0, -zone.length - 1);
}

/** The DNS records of a hostname. */
export interface DnsFindings {
  /** TXT records at `proofName`. */
  txt: readonly string[];
  cname: string | null;
  v4: readonly string[];
  v6: readonly string[];
  /** Addresses of our target, for an ALIAS, which answers with addresses. */
  target: { v4: readonly string[]; v6: readonly string[] };
  /** Values of `issue` of the nearest CAA records; null without any, which allows everybody. */
  caa: readonly string[] | null;
}

export interface DnsDiagnosis {
  isProven: boolean;
  /** True if DNS has no record yet. */
  isUntouched: boolean;
  /** True if the name answers with neither a CNAME nor an address. */
  isUnanswered: boolean;
  /** The first record to change beside the proof. */
  problem: { reason: Exclude<DomainFailure, 'txt_missing' | 'taken'>; found: string[] } | null;
}

/** Certificate authorities of AWS, any of which allows its certificates (ACM user guide, "CAA"). */
const AMAZON_CAS = new Set(['amazon.com', 'amazontrust.com', 'awstrust.com', 'amazonaws.com']);

/** Cloudflare's proxies (https://www.cloudflare.com/ips/), first octets and bits that matter. */
const PROXIES: readonly (readonly [number, number])[] = [
  [0x68100000, 13], // 104.16.0.0/13
  [0x68180000, 14], // 104.24.0.0/14
  [0xac400000, 13], // 172.64.0.0/13
  [0xa29e0000, 15], // 162.158.0.0/15
  [0xbc726000, 20], // 188.114.96.0/20
  [0x8d654000, 18], // 141.101.64.0/18
  [0xadf53000, 20], // 173.245.48.0/20
];

function isProxy(address: string): boolean {
  const value = address.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0);
  return PROXIES.some(([network, bits]) => Math.floor(value / 2 ** (32 - bits)) === network / 2 ** (32 - bits));
}

/** Compares what DNS answers with what is needed. Pure, so that every failure has a test. */
export function diagnoseDns(expected: { proof: string | null; target: string }, found: DnsFindings): DnsDiagnosis {
  const isProven = expected.proof !== null && found.txt.includes(expected.proof);
  const isUnanswered = found.cname === null && found.v4.length === 0 && found.v6.length === 0;
  const problem = isUnanswered ? null : findProblem(expected.target, found);
  const pointsHere = !isUnanswered && problem?.reason !== 'wrong_target' && problem?.reason !== 'proxied';
  return { isProven, isUnanswered, problem, isUntouched: found.txt.length === 0 && !pointsHere };
}

function findProblem(target: string, { cname, v4, v6, target: ours, caa }: DnsFindings): DnsDiagnosis['problem'] {
  if (cname !== target) {
    const foreign = v4.filter((address) => !ours.v4.includes(address));
    if (foreign.length > 0 && foreign.every(isProxy)) return { reason: 'proxied', found: foreign };
    if (foreign.length > 0 || v4.length === 0) {
      return { reason: 'wrong_target', found: cname === null ? [...v4, ...v6] : [cname] };
    }
    const stale = v6.filter((address) => !ours.v6.includes(address));
    if (stale.length > 0) return { reason: 'stale_aaaa', found: stale };
  }
  if (caa && !caa.some((issuer) => AMAZON_CAS.has(issuer))) return { reason: 'caa', found: [...caa] };
  return null;
}

/** A domain as its check needs it; times in epoch milliseconds. */
interface CheckedDomain {
  status: DomainStatus;
  lostAt: number | null;
}

export interface DomainVerdict {
  status: DomainStatus;
  failure: DomainFailure | null;
  /** Values of the record to change. */
  found: readonly string[];
}

/**
 * Returns the next status after DNS was read. `issuing` asks for a tenant and its certificate, after which it is
 * `live`.
 * @param isTaken true if another studio has proven the same hostname before
 */
export function judgeDomain(
  { status, lostAt }: CheckedDomain,
  { isProven, isUntouched, isUnanswered, problem }: DnsDiagnosis,
  isTaken: boolean,
  now: number,
): DomainVerdict {
  const verdict = (next: DomainStatus, found: readonly string[] = []): DomainVerdict => ({
    status: next,
    failure: null,
    found,
  });
  const failed = (failure: DomainFailure, found: readonly string[] = []): DomainVerdict => ({
    status: 'failed',
    failure,
    found,
  });
  if (status === 'removed') return verdict('removed');
  if (status === 'live' || status === 'lost') {
    // Not the proof, which many delete after the set-up: the name that points here is the owner's continued will. Nor
    // CAA, which matters again when the certificate is renewed.
    const isGone = isUnanswered || (problem !== null && problem.reason !== 'caa');
    if (!isGone) return verdict('live');
    const isOver = lostAt !== null && now - lostAt >= LOST_GRACE_MS;
    return verdict(isOver ? 'removed' : 'lost', problem?.found);
  }
  if (!isProven) return isUntouched ? verdict('awaiting_dns') : failed('txt_missing');
  if (isTaken) return failed('taken');
  if (isUnanswered) return verdict('verified');
  return problem ? failed(problem.reason, problem.found) : verdict('issuing');
}

const SECOND_MS = 1_000;

/**
 * Returns the time until the next check in milliseconds; null stops until a member asks again.
 * @param waitedMs since the latest request
 */
export function nextCheckMs(status: DomainStatus, waitedMs: number): number | null {
  if (status === 'removed') return null;
  if (status === 'live') return 6 * HOUR_MS;
  if (status === 'lost') return HOUR_MS;
  if (status === 'issuing') return waitedMs < MINUTE_MS ? 5 * SECOND_MS : 30 * SECOND_MS;
  if (waitedMs < HOUR_MS) return MINUTE_MS;
  if (waitedMs < DAY_MS) return 15 * MINUTE_MS;
  return waitedMs < 30 * DAY_MS ? 6 * HOUR_MS : null;
}

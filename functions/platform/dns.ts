import { Resolver } from 'node:dns/promises';
import { type DnsFindings, proofName } from '#core/domain/site/domains.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { describeError, log } from './observability/telemetry.ts';

/** Two attempts of two seconds each for a question; questions run at the same time. */
const RESOLVER = { timeout: 2_000, tries: 2 } as const;
/** The name, or records of this type, do not exist. */
const NONE = new Set(['ENODATA', 'ENOTFOUND']);
/** Values of one record set; more are no studio's. */
const MAX_VALUES = 10;
const MAX_CHARS = 255;

/**
 * Returns a function that reads everything that a domain's check needs.
 * @param servers addresses with ports; by default the system's
 */
export function dnsLookUp(servers?: readonly string[]): (hostname: string, target: string) => Promise<DnsFindings> {
  const resolver = new Resolver(RESOLVER);
  if (servers) resolver.setServers(servers);

  async function ask<T>(query: Promise<T[]>): Promise<T[]> {
    try {
      return (await query).slice(0, MAX_VALUES);
    } catch (error) {
      if (NONE.has((error as { code?: string }).code ?? '')) return [];
      log('warn', 'dns_unavailable', describeError(error));
      throw new AppError('unavailable');
    }
  }

  /** CAA of the nearest name that has any (RFC 8659 §3), the top-level domain excluded. */
  async function findCaa(hostname: string): Promise<string[] | null> {
    const labels = hostname.split('.');
    for (let i = 0; i < labels.length - 1; i++) {
      const records = await ask(resolver.resolveCaa(labels.slice(i).join('.')));
      if (records.length > 0) {
        const issuers = records.flatMap(({ issue }) =>
          issue === undefined ? [] : [clip(issue.split(';')[0]!.trim())],
        );
        // A set without `issue` restricts wildcard certificates or reports only.
        return issuers.length > 0 ? issuers : null;
      }
    }
    return null;
  }

  return async (hostname, target) => {
    const [txt, cname, v4, v6, ourV4, ourV6, caa] = await Promise.all([
      ask(resolver.resolveTxt(proofName(hostname))),
      ask(resolver.resolveCname(hostname)),
      ask(resolver.resolve4(hostname)),
      ask(resolver.resolve6(hostname)),
      ask(resolver.resolve4(target)),
      ask(resolver.resolve6(target)),
      findCaa(hostname),
    ]);
    return {
      txt: txt.map((chunks) => clip(chunks.join('').trim())),
      cname: cname[0] === undefined ? null : clip(cname[0].toLowerCase().replace(/\.$/, '')),
      v4,
      v6,
      target: { v4: ourV4, v6: ourV6 },
      caa,
    };
  };
}

/** Bounds a foreign value and drops what Postgres cannot store. */
const clip = (value: string) => value.toWellFormed().replaceAll('\u0000', '').slice(0, MAX_CHARS);

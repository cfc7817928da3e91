import { S3Error } from './errors.ts';

interface Version {
  readonly etag: string;
  readonly modified: number;
}

export interface WriteConditions {
  readonly absent: boolean;
  readonly etag: string | undefined;
}

/** @throws S3Error NotImplemented as S3 itself: If-None-Match other than `*`, or both headers */
export function readWriteConditions(headers: ReadonlyMap<string, string>): WriteConditions {
  const ifMatch = headers.get('if-match');
  const ifNoneMatch = headers.get('if-none-match');
  if ((ifNoneMatch !== undefined && ifNoneMatch !== '*') || ifMatch === '*' || (ifMatch && ifNoneMatch)) {
    throw new S3Error('NotImplemented');
  }
  return { absent: ifNoneMatch === '*', etag: ifMatch?.replaceAll('"', '') };
}

/** @throws S3Error PreconditionFailed, NoSuchKey */
export function checkWrite(conditions: WriteConditions, current: Version | undefined): void {
  if (conditions.absent && current) {
    throw new S3Error('PreconditionFailed', undefined, { details: { Condition: 'If-None-Match' } });
  }
  if (conditions.etag === undefined) return;
  if (!current) throw new S3Error('NoSuchKey');
  if (conditions.etag !== current.etag) {
    throw new S3Error('PreconditionFailed', undefined, { details: { Condition: 'If-Match' } });
  }
}

function matches(list: string, etag: string): boolean {
  return list.split(',').some((item) => {
    const tag = item.trim().replace(/^W\//, '').replaceAll('"', '');
    return tag === '*' || tag === etag;
  });
}

/** HTTP dates have whole seconds; NaN for an invalid date, which never compares true. */
function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

/**
 * RFC 9110 13.2.2: an entity tag has precedence over a date.
 * @throws S3Error PreconditionFailed; NotModified with `headers`
 */
export function checkRead(
  conditions: ReadonlyMap<string, string>,
  { etag, modified }: Version,
  headers: Record<string, string>,
): void {
  const ifMatch = conditions.get('if-match');
  const unmodifiedSince = conditions.get('if-unmodified-since');
  const changed = unmodifiedSince !== undefined && seconds(modified) > seconds(Date.parse(unmodifiedSince));
  if (ifMatch === undefined ? changed : !matches(ifMatch, etag)) {
    const Condition = ifMatch === undefined ? 'If-Unmodified-Since' : 'If-Match';
    throw new S3Error('PreconditionFailed', undefined, { details: { Condition } });
  }
  const ifNoneMatch = conditions.get('if-none-match');
  const modifiedSince = conditions.get('if-modified-since');
  const unchanged = modifiedSince !== undefined && seconds(modified) <= seconds(Date.parse(modifiedSince));
  if (ifNoneMatch === undefined ? unchanged : matches(ifNoneMatch, etag)) {
    throw new S3Error('NotModified', undefined, { headers });
  }
}

/** RFC 9110 13.1.5: a range is valid only while the version is the one that the client knows. */
export function rangeStillValid(ifRange: string | undefined, { etag, modified }: Version): boolean {
  if (ifRange === undefined) return true;
  if (ifRange.startsWith('"')) return ifRange === `"${etag}"`;
  return seconds(modified) === seconds(Date.parse(ifRange));
}

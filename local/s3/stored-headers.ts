import { type Checksum, checksumHeader } from './checksums.ts';
import { S3Error } from './errors.ts';

export const systemHeaders = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
] as const;

/** S3's limit for names and values of user metadata together, in bytes. */
const maximumMetadataBytes = 2048;

/** Removes `aws-chunked`, which SDKs add for the transfer only. */
function withoutAwsChunked(encoding: string): string {
  const codings = encoding.split(',').map((coding) => coding.trim());
  return codings.filter((coding) => coding !== 'aws-chunked').join(',');
}

/** Returns the headers to store with an object. @throws S3Error MetadataTooLarge */
export function readStoredHeaders(headers: ReadonlyMap<string, string>): Record<string, string> {
  const stored: Record<string, string> = { 'content-type': 'binary/octet-stream' };
  for (const name of systemHeaders) {
    const value = headers.get(name);
    const kept = name === 'content-encoding' && value !== undefined ? withoutAwsChunked(value) : value;
    if (kept) stored[name] = kept;
  }
  let metadataBytes = 0;
  for (const [name, value] of headers) {
    if (!name.startsWith('x-amz-meta-')) continue;
    stored[name] = value;
    metadataBytes += name.length - 'x-amz-meta-'.length + value.length;
  }
  if (metadataBytes > maximumMetadataBytes) throw new S3Error('MetadataTooLarge');
  return stored;
}

/** The `response-…` parameters of a signed GET. @throws S3Error InvalidArgument */
export function readOverrides(query: ReadonlyMap<string, string>): Record<string, string> {
  const overrides: Record<string, string> = {};
  for (const name of systemHeaders) {
    const value = query.get(`response-${name}`);
    if (value === undefined) continue;
    // oxlint-disable-next-line no-control-regex -- a line break here would write a header of its own
    if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(value)) {
      throw new S3Error('InvalidArgument', 'Header values must not hold control characters.');
    }
    overrides[name] = Buffer.from(value).toString('latin1');
  }
  return overrides;
}

export function checksumHeaders(checksum: Checksum | undefined): Record<string, string> {
  if (!checksum) return {};
  const type = checksum.value.includes('-') ? 'COMPOSITE' : 'FULL_OBJECT';
  return { [checksumHeader(checksum.algorithm)]: checksum.value, 'x-amz-checksum-type': type };
}

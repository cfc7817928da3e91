import { S3Error } from './errors.ts';
import { answerXml, type Exchange, quoteEtag } from './exchange.ts';
import { readEncoding, readLimit } from './listing.ts';
import type { ListedVersion } from './versions.ts';
import type { XmlElements } from './xml.ts';

/** ListObjectVersions: a page begins after the version that `key-marker` and `version-id-marker` name. */
export function listVersions({ store, request, response }: Exchange): void {
  const { bucket, query } = request;
  const encode = readEncoding(query);
  const prefix = query.get('prefix') ?? '';
  const limit = readLimit(query.get('max-keys'));
  const [keyMarker, idMarker] = [query.get('key-marker') ?? '', query.get('version-id-marker') ?? ''];
  if (idMarker !== '' && keyMarker === '')
    throw new S3Error('InvalidArgument', 'A version-id marker cannot be specified without a key marker.');
  const page: ListedVersion[] = [];
  let isTruncated = false;
  // Without a version all of the marker's key was listed.
  let isBefore = keyMarker !== '';
  for (const version of store.versions.list(bucket, Buffer.from(prefix), Buffer.from(keyMarker))) {
    if (isBefore && version.key.toString() === keyMarker) {
      if (version.id === idMarker) isBefore = false;
      continue;
    }
    isBefore = false;
    isTruncated = page.length === limit;
    if (isTruncated) break;
    page.push(version);
  }
  const last = isTruncated ? page.at(-1) : undefined;
  answerXml(response, 'ListVersionsResult', {
    Name: bucket,
    Prefix: encode(prefix),
    KeyMarker: encode(keyMarker),
    VersionIdMarker: idMarker,
    NextKeyMarker: last && encode(last.key.toString()),
    NextVersionIdMarker: last?.id,
    EncodingType: query.get('encoding-type'),
    MaxKeys: limit,
    IsTruncated: isTruncated,
    Version: page.filter(({ isDeleteMarker }) => !isDeleteMarker).map((version) => describe(version, encode)),
    DeleteMarker: page.filter(({ isDeleteMarker }) => isDeleteMarker).map((marker) => describe(marker, encode)),
  });
}

function describe(version: ListedVersion, encode: (key: string) => string): XmlElements {
  return {
    Key: encode(version.key.toString()),
    VersionId: version.id,
    IsLatest: version.isLatest,
    LastModified: new Date(version.modified).toISOString(),
    ...(version.isDeleteMarker ? {} : { ETag: quoteEtag(version.etag), Size: version.size, StorageClass: 'STANDARD' }),
  };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Escapes a text for an XML element. */
export function elementText(value: string): string {
  return value.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

function unescaped(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal) return String.fromCodePoint(Number(decimal));
    return ENTITIES[name ?? ''] ?? whole;
  });
}

/** Returns the keys of one page of a `ListObjectsV2` response, whose elements are flat and have no attributes. */
export function listedKeys(xml: string): string[] {
  return [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map((match) => unescaped(match[1] ?? ''));
}

export interface ListedObject {
  key: string;
  /** Bytes. */
  size: number;
  /** Without its quotes. */
  etag: string;
  /** Epoch milliseconds, by S3’s clock. */
  modifiedAt: number;
}

/** Returns the same page with all fields of each object. */
export function listedObjects(xml: string): ListedObject[] {
  return [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
    key: element(entry, 'Key'),
    size: Number(element(entry, 'Size')),
    etag: element(entry, 'ETag').replaceAll('"', ''),
    modifiedAt: Date.parse(element(entry, 'LastModified')),
  }));
}

function element(xml: string, name: string): string {
  return unescaped(new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '');
}

/** Returns the token of the next page, or null at the end. */
export function nextPage(xml: string): string | null {
  const token = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(xml)?.[1];
  return token ? unescaped(token) : null;
}

/** Returns the upload id of a `CreateMultipartUpload` response. */
export function parseUploadId(xml: string): string {
  const id = element(xml, 'UploadId');
  if (!id) throw new Error('S3 named no upload');
  return id;
}

/** Returns the uploads of one page of `ListMultipartUploads`. */
export function listedUploads(xml: string): { key: string; uploadId: string; initiatedAt: number }[] {
  return [...xml.matchAll(/<Upload>(.*?)<\/Upload>/gs)].map(([, entry = '']) => ({
    key: element(entry, 'Key'),
    uploadId: element(entry, 'UploadId'),
    initiatedAt: Date.parse(element(entry, 'Initiated')),
  }));
}

/** Returns the start of the next page, or null at the end. */
export function nextUploads(xml: string): { key: string; uploadId: string } | null {
  if (element(xml, 'IsTruncated') !== 'true') return null;
  return { key: element(xml, 'NextKeyMarker'), uploadId: element(xml, 'NextUploadIdMarker') };
}

/** Returns the parts of one page of `ListParts`. */
export function listedParts(xml: string): { number: number; size: number; etag: string; sha256: string | null }[] {
  return [...xml.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, entry = '']) => ({
    number: Number(element(entry, 'PartNumber')),
    size: Number(element(entry, 'Size')),
    etag: element(entry, 'ETag').replaceAll('"', ''),
    sha256: element(entry, 'ChecksumSHA256') || null,
  }));
}

/** Returns the part number before the next page, or null at the end. */
export function nextPart(xml: string): string | null {
  return element(xml, 'IsTruncated') === 'true' ? element(xml, 'NextPartNumberMarker') : null;
}

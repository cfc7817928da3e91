/*
 * Apart from export-tables.ts: the function that signs the download needs no tables, and so none of Zero's code.
 */

interface ExportId {
  accountId: string;
  id: string;
}

/** Key prefix of an export in the rendition bucket. The CDN never serves it. */
export function exportPrefix({ accountId, id }: ExportId): string {
  return `exports/${accountId}/${id}/`;
}

/** Key of the export's ZIP. */
export const exportKey = (one: ExportId): string => `${exportPrefix(one)}studio.zip`;

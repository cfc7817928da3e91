import { createHash } from 'node:crypto';
import { integrations } from '#core/api/integrations.ts';
import { openApiDocument } from '#core/api/openapi.ts';
import { defineHandler } from '../platform/http/handler.ts';

export * from './token-handlers.ts';
export * from './v1-handlers.ts';
export * from './webhook-handlers.ts';

let document: { origin: string; json: string; etag: string } | null = null;

/** The same for everybody, so it is made once for each process. */
function documentOf(origin: string) {
  if (document?.origin !== origin) {
    const json = JSON.stringify(openApiDocument(origin));
    document = { origin, json, etag: `"${createHash('sha256').update(json).digest('base64url')}"` };
  }
  return document;
}

export const openapi = defineHandler(integrations.openapi, async ({ services, request }) => {
  const { json, etag } = documentOf(services.appOrigin);
  const headers = { etag, 'cache-control': 'public, max-age=300' };
  // The distribution marks the tag of a compressed answer as weak.
  const isKnown = request.headers['if-none-match']?.replace(/^W\//, '') === etag;
  return isKnown ? { body: undefined, status: 304, headers } : { body: undefined, json, headers };
});

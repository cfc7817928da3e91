/** Cache key, duration and forwarded values of responses for which AWS has no managed policy. */

const YEAR_S = 365 * 24 * 60 * 60;
/** Public responses are at most a minute old. */
const PUBLIC_S = 60;

/**
 * The minimum is 0 everywhere: a larger one would cache responses that the origin marks as uncacheable, such as the
 * transform's redirect to a rendition just stored.
 */
export const CACHE_POLICIES = {
  /** The path only, which the edge function has made canonical. Stored renditions set a year themselves. */
  images: {
    comment: 'Pictures: their canonical name alone',
    minTtl: 0,
    defaultTtl: YEAR_S,
    maxTtl: YEAR_S,
    parametersInCacheKeyAndForwardedToOrigin: key({ headers: [], query: false, encodings: false }),
  },
  /** The edge function removes the query except for downloads and free slots, which are never cached. */
  publicApi: {
    comment: 'Public galleries: path, and a caller of their own',
    minTtl: 0,
    defaultTtl: 0,
    maxTtl: PUBLIC_S,
    parametersInCacheKeyAndForwardedToOrigin: key({ headers: ['Authorization'], query: true, encodings: true }),
  },
  /** The edge function sets these headers, the only ones that the page function gets. */
  page: {
    comment: 'Pages: host, language, path, and what redirects keep of the query',
    minTtl: 0,
    defaultTtl: 0,
    maxTtl: PUBLIC_S,
    parametersInCacheKeyAndForwardedToOrigin: key({
      headers: ['x-viewer-host', 'x-language', 'x-query'],
      query: false,
      encodings: true,
    }),
  },
};

/**
 * Values forwarded to the origin beside the cache key, for which AWS has no managed policy. Cookies would disable
 * request collapsing, by which many visitors of a new gallery wait for one rendition.
 */
export const ORIGIN_REQUEST_POLICIES = {
  /** The edge function sets the header; the transform function limits what it computes for one visitor. */
  images: {
    comment: 'Pictures: the visitor’s address, for the transform’s limit',
    cookiesConfig: { cookieBehavior: 'none' },
    headersConfig: { headerBehavior: 'whitelist', headers: { items: ['x-viewer-address'] } },
    queryStringsConfig: { queryStringBehavior: 'none' },
  },
  /** Reports to third parties: the type of their body, and nothing of the visitor. */
  reports: {
    comment: 'Reports: the type of the body',
    cookiesConfig: { cookieBehavior: 'none' },
    headersConfig: { headerBehavior: 'whitelist', headers: { items: ['content-type'] } },
    queryStringsConfig: { queryStringBehavior: 'none' },
  },
};

export type OriginRequestPolicyName = keyof typeof ORIGIN_REQUEST_POLICIES;

export type CachePolicyName = keyof typeof CACHE_POLICIES;

function key({ headers, query, encodings }: { headers: string[]; query: boolean; encodings: boolean }) {
  return {
    cookiesConfig: { cookieBehavior: 'none' },
    headersConfig:
      headers.length > 0 ? { headerBehavior: 'whitelist', headers: { items: headers } } : { headerBehavior: 'none' },
    queryStringsConfig: { queryStringBehavior: query ? 'all' : 'none' },
    enableAcceptEncodingGzip: encodings,
    enableAcceptEncodingBrotli: encodings,
  };
}

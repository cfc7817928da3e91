/** What an answer is kept under and for how long, where AWS's own policies do not say it. */

const YEAR_S = 365 * 24 * 60 * 60;
/** Decisions §4: public answers are a minute old at the most. */
const PUBLIC_S = 60;

/**
 * The least time is 0 everywhere: above it CloudFront would keep for so long what the origin says not to keep, such as
 * the transform's redirect to a picture that has just been stored.
 */
export const CACHE_POLICIES = {
  /** The path alone, which the edge function has made canonical. Stored pictures say a year themselves. */
  images: {
    comment: 'Pictures: their canonical name alone',
    minTtl: 0,
    defaultTtl: YEAR_S,
    maxTtl: YEAR_S,
    parametersInCacheKeyAndForwardedToOrigin: key({ headers: [], query: false, encodings: false }),
  },
  /** The edge function takes the query away but from downloads and free slots, which nobody keeps. */
  publicApi: {
    comment: 'Public galleries: path, and a caller of their own',
    minTtl: 0,
    defaultTtl: 0,
    maxTtl: PUBLIC_S,
    parametersInCacheKeyAndForwardedToOrigin: key({ headers: ['Authorization'], query: true, encodings: true }),
  },
  /** The edge function sets both headers. The page function is told nothing else. */
  page: {
    comment: 'Pages: host, language and path',
    minTtl: 0,
    defaultTtl: 0,
    maxTtl: PUBLIC_S,
    parametersInCacheKeyAndForwardedToOrigin: key({
      headers: ['x-viewer-host', 'x-language'],
      query: false,
      encodings: true,
    }),
  },
};

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

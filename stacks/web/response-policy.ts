import { securityHeaders } from '#functions/edge/response-headers.ts';

/**
 * What buckets, gateway and functions say of themselves. CloudFront refuses to take away some more
 * (`x-amzn-requestid`, `via`, `x-amz-cf-*`), and puts its own name in the place of `server`.
 */
const REMOVED = [
  'server',
  'x-powered-by',
  'x-amz-request-id',
  'x-amz-id-2',
  'x-amz-version-id',
  'x-amz-server-side-encryption',
  'x-amz-server-side-encryption-bucket-key-enabled',
  'x-amzn-trace-id',
  'apigw-requestid',
];

/**
 * The headers of every answer, in the form of a response headers policy: CloudFront wants five of them by name, and
 * refuses these five among the rest.
 * @param connectOrigins origins that pages may talk to beside their own
 * @param captcha whether signing in asks Turnstile
 */
export function responsePolicy(connectOrigins: readonly string[], captcha: boolean) {
  const {
    'content-security-policy': contentSecurityPolicy = '',
    'referrer-policy': referrerPolicy = '',
    'strict-transport-security': transport = '',
    'x-content-type-options': _nosniff,
    ...others
  } = securityHeaders({ connectOrigins, captcha, https: true });
  const override = true;
  return {
    securityHeadersConfig: {
      contentSecurityPolicy: { contentSecurityPolicy, override },
      contentTypeOptions: { override },
      referrerPolicy: { referrerPolicy, override },
      strictTransportSecurity: { accessControlMaxAgeSec: Number(/^max-age=(\d+)$/.exec(transport)?.[1]), override },
    },
    customHeadersConfig: { items: Object.entries(others).map(([header, value]) => ({ header, value, override })) },
    removeHeadersConfig: { items: REMOVED.map((header) => ({ header })) },
  };
}

/**
 * @param host the stage's own, for its socket
 * @param buckets host names of the buckets that pages upload to and fetch files from
 */
export function connectOrigins(host: string, supabaseUrl: string, buckets: readonly string[]): string[] {
  return [`wss://${host}`, new URL(supabaseUrl).origin, ...buckets.map((bucket) => `https://${bucket}`)];
}

import { type HeadersPolicy, securityHeaders } from '#functions/edge/response-headers.ts';

/**
 * Headers of buckets, gateway and functions to remove. CloudFront refuses to remove some more (`x-amzn-requestid`,
 * `via`, `x-amz-cf-*`), and replaces `server` by its own name.
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
 * Returns the headers of every response as a response headers policy: CloudFront has own fields for five of them, which
 * it refuses among the custom headers.
 * @param connectOrigins origins that pages may connect to beside their own
 * @param captcha true if sign-in uses Turnstile
 * @param of the host and the behaviours that the policy is for
 */
export function responsePolicy(
  connectOrigins: readonly string[],
  captcha: boolean,
  of: Required<Pick<HeadersPolicy, 'resources' | 'ownsSubdomains'>>,
) {
  const {
    'content-security-policy': contentSecurityPolicy = '',
    'referrer-policy': referrerPolicy = '',
    'strict-transport-security': transport = '',
    'x-content-type-options': _nosniff,
    ...others
  } = securityHeaders({ connectOrigins, captcha, https: true, ...of });
  const override = true;
  return {
    securityHeadersConfig: {
      // The page function's own policy allows what its HTML has inline.
      contentSecurityPolicy: { contentSecurityPolicy, override: false },
      contentTypeOptions: { override },
      referrerPolicy: { referrerPolicy, override },
      strictTransportSecurity: {
        accessControlMaxAgeSec: Number(/^max-age=(\d+)/.exec(transport)?.[1]),
        includeSubdomains: transport.endsWith('; includeSubDomains'),
        override,
      },
    },
    customHeadersConfig: { items: Object.entries(others).map(([header, value]) => ({ header, value, override })) },
    removeHeadersConfig: { items: REMOVED.map((header) => ({ header })) },
  };
}

/**
 * @param host the stage's host, for its socket
 * @param buckets host names of the buckets that pages upload to and download from
 */
export function connectOrigins(host: string, supabaseUrl: string, buckets: readonly string[]): string[] {
  return [`wss://${host}`, new URL(supabaseUrl).origin, ...buckets.map((bucket) => `https://${bucket}`)];
}

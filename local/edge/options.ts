export interface TenantOptions {
  distributionId: string;
  connectionGroupId: string;
  /** Host that own domains point to. */
  target: string;
  /** Other origins that pages on own domains may connect to. */
  connectOrigins: readonly string[];
  /** Folder that keeps tenants and DNS records between starts; memory if omitted. */
  folder?: string;
}

export interface EdgeOptions {
  /** 0 selects a free one. */
  port: number;
  /** Host names that are served, without port; all if omitted. */
  hosts?: readonly string[];
  /** Folder of the built site. */
  siteDir: string;
  /** URL of the function host. */
  functionsUrl: string;
  /** zero-cache of each group of studios, by its path: `/zero`, `/zero-1`. */
  zeroUrls: Readonly<Record<string, string>>;
  /** Its own id, which purge requests name. */
  distributionId: string;
  /** S3 with its credentials, which also allow purges. */
  storage: {
    endpoint: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
    renditionsBucket: string;
  };
  /** Added to each request to the functions. */
  originSecret: string;
  /** Hex; the first is the current one. */
  imageTokenKeys: readonly string[];
  /** Origins that pages may connect to beside their own. */
  connectOrigins: readonly string[];
  /** The multi-tenant distribution of studios' own domains; none if omitted. */
  tenants?: TenantOptions;
  /** Size of the cache in bytes. */
  cacheBytes?: number;
  /** Epoch milliseconds. */
  now?: () => number;
}

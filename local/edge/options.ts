export interface EdgeOptions {
  /** 0 takes a free one. */
  port: number;
  /** Folder of the built SPA. */
  siteDir: string;
  /** The function host. */
  functionsUrl: string;
  zeroUrl: string;
  storage: {
    endpoint: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
    renditionsBucket: string;
  };
  /** Added to each request to the functions, and asked of who purges. */
  originSecret: string;
  /** Hex; the first is the current one. */
  imageTokenKeys: readonly string[];
  /** Origins that pages may talk to beside their own. */
  connectOrigins: readonly string[];
  /** What the cache may hold, in bytes. */
  cacheBytes?: number;
  /** Epoch milliseconds. */
  now?: () => number;
}

export interface EdgeOptions {
  /** 0 takes a free one. */
  port: number;
  /** Folder of the built SPA. */
  siteDir: string;
  /** The function host. */
  functionsUrl: string;
  zeroUrl: string;
  /** Its own id: who purges names it. */
  distributionId: string;
  /** S3 and its keys; who has them may purge as well. */
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
  /** Origins that pages may talk to beside their own. */
  connectOrigins: readonly string[];
  /** What the cache may hold, in bytes. */
  cacheBytes?: number;
  /** Epoch milliseconds. */
  now?: () => number;
}

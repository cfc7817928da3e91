import { z } from 'zod';
import { startEdge } from './server.ts';

const list = z.string().transform((value) => value.split(' ').filter(Boolean));

const env = z
  .object({
    EDGE_PORT: z.coerce.number().int(),
    EDGE_SITE_DIR: z.string(),
    EDGE_FUNCTIONS_URL: z.url(),
    EDGE_ZERO_URLS: z.string().transform((value) => z.record(z.string(), z.url()).parse(JSON.parse(value))),
    EDGE_S3_ENDPOINT: z.url(),
    EDGE_S3_REGION: z.string(),
    EDGE_S3_ACCESS_KEY_ID: z.string(),
    EDGE_S3_SECRET_ACCESS_KEY: z.string(),
    EDGE_RENDITIONS_BUCKET: z.string(),
    EDGE_DISTRIBUTION_ID: z.string(),
    EDGE_ORIGIN_SECRET: z.string(),
    EDGE_IMAGE_TOKEN_KEYS: list,
    EDGE_CONNECT_ORIGINS: list,
    EDGE_TENANT_DISTRIBUTION_ID: z.string(),
    EDGE_CONNECTION_GROUP_ID: z.string(),
    EDGE_DOMAIN_TARGET: z.string(),
    EDGE_STATE_DIR: z.string(),
  })
  .parse(process.env);

await startEdge({
  port: env.EDGE_PORT,
  // A page of another site whose name resolves to this machine could otherwise read everything here.
  hosts: ['localhost', '127.0.0.1', '[::1]'],
  siteDir: env.EDGE_SITE_DIR,
  functionsUrl: env.EDGE_FUNCTIONS_URL,
  zeroUrls: env.EDGE_ZERO_URLS,
  storage: {
    endpoint: env.EDGE_S3_ENDPOINT,
    region: env.EDGE_S3_REGION,
    accessKeyId: env.EDGE_S3_ACCESS_KEY_ID,
    secretAccessKey: env.EDGE_S3_SECRET_ACCESS_KEY,
    renditionsBucket: env.EDGE_RENDITIONS_BUCKET,
  },
  distributionId: env.EDGE_DISTRIBUTION_ID,
  originSecret: env.EDGE_ORIGIN_SECRET,
  imageTokenKeys: env.EDGE_IMAGE_TOKEN_KEYS,
  connectOrigins: env.EDGE_CONNECT_ORIGINS,
  tenants: {
    distributionId: env.EDGE_TENANT_DISTRIBUTION_ID,
    connectionGroupId: env.EDGE_CONNECTION_GROUP_ID,
    target: env.EDGE_DOMAIN_TARGET,
    // Downloads from storage; neither auth nor the socket.
    connectOrigins: [env.EDGE_S3_ENDPOINT],
    folder: env.EDGE_STATE_DIR,
  },
});

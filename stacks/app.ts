import { alarms } from './alarms.ts';
import { httpApi } from './api.ts';
import { budget } from './budget.ts';
import { dashboard } from './dashboard.ts';
import { foundations } from './foundations.ts';
import { FUNCTIONS, type FunctionName } from './function-table.ts';
import { type FunctionParts, functions } from './functions.ts';
import { ingestOriginals } from './images.ts';
import { startJobs } from './jobs.ts';
import { mailEvents } from './mail.ts';
import { liveApi } from './live.ts';
import { domainTarget, tenantParts } from './own-domains.ts';
import { targets } from './rights.ts';
import { variables } from './variables.ts';
import { web } from './web.ts';
import { edgeKeys } from './web/keys.ts';
import { uploadSite } from './web/site.ts';
import { zeroCache } from './zero.ts';

/** All functions but the page, which depends on the site's files, and the outbox, which depends on the distribution. */
const FIRST = (Object.keys(FUNCTIONS) as FunctionName[]).filter((name) => name !== 'page' && name !== 'outbox');

/**
 * Creates the stage and returns the values printed after a deployment. The order supports rotated secrets: the edge
 * knows a new image key before a function signs with it, and functions accept a new origin secret before the
 * distribution sends it.
 */
export async function app() {
  if ($dev) throw new Error('`sst dev` would put its own code instead of ours: `npm start` runs everything locally');
  const stage = foundations();
  const { settings, operator, secrets, queued } = stage;
  const keys = edgeKeys(secrets);
  const target = domainTarget(settings);
  const parts: FunctionParts = {
    ...stage,
    values: { ...variables(operator, secrets, stage.storage, queued), DOMAIN_TARGET: target?.host ?? '' },
    targets: targets(stage.storage, queued),
    after: keys.written,
  };
  const first = functions(FIRST, parts);
  const site = uploadSite(settings);
  const { page } = functions(['page'], { ...parts, after: [...keys.written, ...site.uploaded] });
  const api = httpApi(first, settings);
  const live = liveApi(first.live, settings);
  const zero = zeroCache(stage, [first.zero.nodes.function]);
  const { distributionId, distributionArn, distributionHost, tenants, url } = web({
    ...stage,
    site,
    keys,
    api,
    live: live.api,
    page,
    transform: first.transform,
    zero,
    after: [...Object.values(first), page].map(({ nodes }) => nodes.function),
  });
  ingestOriginals(stage.storage.originals, queued, first.ingest, settings);
  const mail = mailEvents(first['mail-events'], queued, secrets, settings);
  const domains = tenantParts(target, tenants);
  const { outbox } = functions(['outbox'], {
    ...parts,
    values: {
      ...parts.values,
      DISTRIBUTION_ID: distributionId,
      LIVE_ENDPOINT: live.endpoint,
      MAIL_CONFIGURATION_SET: mail.configurationSet,
      ...domains.values,
    },
    targets: {
      ...parts.targets,
      distribution: distributionArn,
      connections: live.connectionsArn,
      ...domains.targets,
    },
  });
  startJobs({ ...first, outbox }, queued);
  const { originals, renditions } = stage.storage;
  const buckets = { originals: originals.bucket, renditions: renditions.bucket };
  alarms({ apiId: api.id, distributionId, buckets }, stage);
  dashboard({ apiId: api.id, distributionId, zero }, stage);
  budget(stage);
  return {
    url,
    distribution: distributionHost,
    originals: stage.storage.originals.bucket,
    renditions: stage.storage.renditions.bucket,
  };
}

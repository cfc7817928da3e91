import { alarms, alarmTopic } from './alarms.ts';
import { API_FUNCTIONS, httpApi } from './api.ts';
import { budget } from './budget.ts';
import { type FunctionParts, functions } from './functions.ts';
import { ingestOriginals } from './images.ts';
import { startJobs } from './jobs.ts';
import { stageKey } from './key.ts';
import { queues } from './queues.ts';
import { targets } from './rights.ts';
import { stageSecrets } from './secrets.ts';
import { operatorSettings, settingsFor } from './settings.ts';
import { letDistributionRead, storage } from './storage.ts';
import { variables } from './variables.ts';
import { web } from './web.ts';
import { edgeKeys } from './web/keys.ts';
import { uploadSite } from './web/site.ts';
import { zeroCache } from './zero.ts';

/** Everything but the outbox, which purges the distribution and is therefore made after it. */
const FIRST = [
  ...API_FUNCTIONS,
  'page',
  'transform',
  'ingest',
  'og-sweep',
  'trash',
  'uploads-sweep',
  'vitals',
] as const;

/** Makes the stage. What it returns is printed after a deployment. */
export async function app() {
  const settings = settingsFor($app.stage);
  const operator = operatorSettings($app.stage);
  const secrets = stageSecrets();
  const stored = storage(settings, operator.host);
  const queued = queues();
  const site = uploadSite(settings);
  const keys = edgeKeys(secrets);
  const parts: FunctionParts = {
    settings,
    values: variables(operator, secrets, stored, queued),
    targets: targets(stored, queued),
    ...stageKey(settings),
    after: [...keys.written, ...site.uploaded],
  };
  const first = functions(FIRST, parts);
  const api = httpApi(first, settings);
  const topic = alarmTopic(operator.alertsTo);
  const zero = zeroCache(`https://${operator.host}`, secrets, topic, settings);
  const { page, transform } = first;
  const after = Object.values(first);
  const distribution = web({
    operator,
    settings,
    secrets,
    storage: stored,
    site,
    keys,
    api,
    page,
    transform,
    zero,
    after,
  });
  const { distributionId, distributionArn, url } = distribution;
  letDistributionRead(stored.renditions, distributionArn);
  ingestOriginals(stored.originals, queued, first.ingest, settings);
  const { outbox } = functions(['outbox'], {
    ...parts,
    values: { ...parts.values, DISTRIBUTION_ID: distributionId },
    targets: { ...parts.targets, distribution: distributionArn },
  });
  startJobs({ ...first, outbox }, queued);
  alarms({ apiId: api.id, distributionId }, topic, settings, operator.alertsTo);
  budget(settings, operator);
  return {
    url,
    originals: stored.originals.bucket,
    renditions: stored.renditions.bucket,
  };
}

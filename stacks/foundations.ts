import { alarmTopic } from './alarm-topic.ts';
import { physical } from './names.ts';
import { queues, type Queues } from './queues.ts';
import { type Secrets, stageSecrets } from './secrets.ts';
import { operatorSettings, type OperatorSettings, settingsFor, type StageSettings } from './settings.ts';
import { storage, type Storage } from './storage.ts';

/** Inputs of all other parts of a stage. */
export interface Foundations {
  settings: StageSettings;
  operator: OperatorSettings;
  secrets: Secrets;
  storage: Storage;
  queued: Queues;
  /** Topic of the alarms; unset in a stage without any. */
  topic?: ReturnType<typeof alarmTopic>;
  /** The stage's own key, if it has one. */
  keyArn?: $util.Output<string>;
}

export function foundations(): Foundations {
  const settings = settingsFor($app.stage);
  const operator = operatorSettings($app.stage);
  return {
    settings,
    operator,
    secrets: stageSecrets(),
    storage: storage(settings, operator.host),
    queued: queues(),
    ...(settings.alarms !== 'none' && { topic: alarmTopic(operator.alertsTo) }),
    ...stageKey(settings),
  };
}

/**
 * Creates the stage's own key for the functions' environment variables: the right to read a function's settings then
 * excludes its secrets. It costs a dollar a month and is therefore a setting. Lambda gives each function's role a grant
 * to it.
 */
function stageKey(settings: StageSettings): { keyArn?: $util.Output<string> } {
  if (!settings.ownKey) return {};
  const key = new aws.kms.Key(
    'Key',
    {
      description: `Albumen (${$app.stage}): environments of functions`,
      enableKeyRotation: true,
      deletionWindowInDays: 30,
    },
    { protect: settings.protect },
  );
  new aws.kms.Alias('Key', { name: `alias/${physical('functions')}`, targetKeyId: key.keyId });
  return { keyArn: key.arn };
}

import { alarmTopic } from './alarm-topic.ts';
import { stageKey } from './key.ts';
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
  /** Topic of the alarms. */
  topic: aws.sns.Topic;
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
    topic: alarmTopic(operator.alertsTo),
    ...stageKey(settings),
  };
}

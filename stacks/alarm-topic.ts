import { physical } from './names.ts';

/** Topic of the alarms with one email subscription, which must be confirmed once. */
export function alarmTopic(alertsTo: string, region?: string): aws.sns.Topic {
  const name = region ? `Alarms-${region}` : 'Alarms';
  const provider = region ? { region } : {};
  const topic = new aws.sns.Topic(name, { name: physical('alarms'), ...provider });
  new aws.sns.TopicSubscription(name, { topic: topic.arn, protocol: 'email', endpoint: alertsTo, ...provider });
  return topic;
}

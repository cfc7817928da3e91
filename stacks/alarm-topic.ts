import { physical } from './names.ts';

/** Where alarms go: a topic with one address, which has to confirm it once. */
export function alarmTopic(alertsTo: string, region?: string): aws.sns.Topic {
  const name = region ? `Alarms-${region}` : 'Alarms';
  const place = region ? { region } : {};
  const topic = new aws.sns.Topic(name, { name: physical('alarms'), ...place });
  new aws.sns.TopicSubscription(name, { topic: topic.arn, protocol: 'email', endpoint: alertsTo, ...place });
  return topic;
}

import { physical } from '../names.ts';
import type { StageSettings } from '../settings.ts';

/**
 * What happened, and nothing about whom: no address, cookie, query, referrer or browser, since image tokens are cookies
 * and a gallery's visitors are nobody's business. The path is left out too: it holds slugs and the ids of galleries.
 */
const FIELDS = [
  'timestamp',
  'x-edge-request-id',
  'x-edge-location',
  'cs-method',
  'cache-behavior-path-pattern',
  'sc-status',
  'x-edge-detailed-result-type',
  'sc-bytes',
  'time-taken',
  'time-to-first-byte',
  'cs-protocol-version',
  'origin-fbl',
];

/** A line a request, where the stage is kept; others have the distribution's metrics. Logs of CloudFront lie in us-east-1. */
export function accessLog(distributionArn: $util.Input<string>, settings: StageSettings): void {
  if (!settings.protect) return;
  const region = 'us-east-1';
  const name = physical('distribution');
  const group = new aws.cloudwatch.LogGroup('DistributionAccess', {
    region,
    name: `/aws/vendedlogs/${name}`,
    retentionInDays: settings.logRetentionDays,
  });
  const source = new aws.cloudwatch.LogDeliverySource('DistributionAccess', {
    region,
    name,
    logType: 'ACCESS_LOGS',
    resourceArn: distributionArn,
  });
  const destination = new aws.cloudwatch.LogDeliveryDestination('DistributionAccess', {
    region,
    name,
    outputFormat: 'json',
    deliveryDestinationConfiguration: { destinationResourceArn: group.arn },
  });
  new aws.cloudwatch.LogDelivery('DistributionAccess', {
    region,
    deliverySourceName: source.name,
    deliveryDestinationArn: destination.arn,
    recordFields: FIELDS,
  });
}

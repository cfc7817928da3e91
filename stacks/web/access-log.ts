import { physical } from '../names.ts';
import type { StageSettings } from '../settings.ts';

/**
 * Logged fields, without personal data: no IP address, cookie, query, referrer or user agent, since image tokens are
 * cookies and visits to a gallery are private. Without the path, which contains slugs and gallery ids.
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

/**
 * Logs one line per request in a kept stage; others only have the distribution's metrics. CloudFront's logs are in
 * us-east-1.
 */
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

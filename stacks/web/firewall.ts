import { physical } from '../names.ts';
import type { StageSettings } from '../settings.ts';
import { firewallRules, visibility } from './firewall-rules.ts';

/** Our error body (core/api/errors.ts). */
const LIMITED = JSON.stringify({ error: { code: 'rate_limited', message: 'Too many requests; wait a few minutes.' } });

/**
 * Returns the web ACL as an argument of the distribution; {} for a stage without one. CloudFront's web ACLs are in
 * us-east-1.
 */
export function firewall({ firewall: limits }: StageSettings): { webAclArn?: $util.Output<string> } {
  if (!limits) return {};
  const { arn } = new aws.wafv2.WebAcl('Firewall', {
    region: 'us-east-1',
    name: physical('firewall'),
    description: `Albumen (${$app.stage}): how much one address may ask for`,
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    customResponseBodies: [{ key: 'limited', contentType: 'APPLICATION_JSON', content: LIMITED }],
    rules: firewallRules(limits),
    visibilityConfig: visibility(physical('firewall')),
  });
  return { webAclArn: arn };
}

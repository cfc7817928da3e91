import { IMAGE_TOKEN_COOKIE, MEMBER_IMAGE_TOKEN_COOKIE } from '#core/domain/photos/image-token.ts';
import type { FirewallLimits } from '../settings.ts';

const WINDOW_S = 300;

/**
 * Returns the rate limits. Images have their own: pages load them by the hundred, and any holder of an image token could
 * request many distinct ones, each of which costs a decode. They are counted by token and address, since the guests at a
 * venue share its address; a higher limit for the address alone bounds requests without a token, or with many.
 * zero-cache's requests have no limit: they come from one address on behalf of all users, with their own key.
 */
export function firewallRules({ requests, pictures, picturesOfAddress }: FirewallLimits) {
  const isPicture = below('/api/images/');
  const isOther = { notStatement: { statements: [{ orStatement: { statements: [isPicture, below('/api/zero/')] } }] } };
  const rules = [
    { name: 'pictures-visitor', limit: pictures, scope: isPicture, by: byToken(IMAGE_TOKEN_COOKIE) },
    { name: 'pictures-member', limit: pictures, scope: isPicture, by: byToken(MEMBER_IMAGE_TOKEN_COOKIE) },
    { name: 'pictures', limit: picturesOfAddress, scope: isPicture, by: BY_ADDRESS },
    { name: 'requests', limit: requests, scope: isOther, by: BY_ADDRESS },
  ];
  return rules.map((rule, priority) => ({
    name: rule.name,
    priority,
    action: { block: { customResponse: { responseCode: 429, customResponseBodyKey: 'limited' } } },
    statement: {
      rateBasedStatement: {
        ...rule.by,
        evaluationWindowSec: WINDOW_S,
        limit: rule.limit,
        scopeDownStatement: rule.scope,
      },
    },
    visibilityConfig: visibility(rule.name),
  }));
}

const BY_ADDRESS = { aggregateKeyType: 'IP' };

/** Does not count requests without the cookie. */
function byToken(name: string) {
  const cookie = { name, textTransformations: [{ priority: 0, type: 'NONE' }] };
  return { aggregateKeyType: 'CUSTOM_KEYS', customKeys: [{ ip: {} }, { cookie }] };
}

function below(path: string) {
  return {
    byteMatchStatement: {
      fieldToMatch: { uriPath: {} },
      positionalConstraint: 'STARTS_WITH',
      searchString: path,
      textTransformations: [{ priority: 0, type: 'NONE' }],
    },
  };
}

/** Metrics without samples: a sample would expose a visitor's cookies and IP address in the console. */
export function visibility(metricName: string) {
  return { cloudwatchMetricsEnabled: true, metricName, sampledRequestsEnabled: false };
}

/** Requests per IP address in five minutes. */
export interface FirewallLimits {
  requests: number;
  pictures: number;
}

const WINDOW_S = 300;

/**
 * Returns two rate limits for separate paths: pages load images by the hundred, and any holder of an image token could
 * request many distinct ones, each of which costs a decode. zero-cache's requests have no limit: they come from one
 * address on behalf of all users, with their own key.
 */
export function firewallRules({ requests, pictures }: FirewallLimits) {
  const isPicture = below('/api/images/');
  const isOther = { notStatement: { statements: [{ orStatement: { statements: [isPicture, below('/api/zero/')] } }] } };
  return [rateRule('pictures', 0, pictures, isPicture), rateRule('requests', 1, requests, isOther)];
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

function rateRule<Scope>(name: string, priority: number, limit: number, scopeDownStatement: Scope) {
  return {
    name,
    priority,
    action: { block: { customResponse: { responseCode: 429, customResponseBodyKey: 'limited' } } },
    statement: {
      rateBasedStatement: { aggregateKeyType: 'IP', evaluationWindowSec: WINDOW_S, limit, scopeDownStatement },
    },
    visibilityConfig: visibility(name),
  };
}

/** Metrics without samples: a sample would expose a visitor's cookies and IP address in the console. */
export function visibility(metricName: string) {
  return { cloudwatchMetricsEnabled: true, metricName, sampledRequestsEnabled: false };
}

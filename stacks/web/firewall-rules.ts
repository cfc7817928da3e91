/** What one address may ask for in five minutes. */
export interface FirewallLimits {
  requests: number;
  pictures: number;
}

const WINDOW_S = 300;

/**
 * Two limits, each over its own part: pictures come by the hundred, and any holder of an image token can ask for very
 * many distinct ones, each of which costs a decode. What zero-cache asks has no limit of an address: it asks in the name
 * of everybody from one, and with a key of its own.
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

/** Counted, not sampled: a sample would show a visitor's cookies and addresses to whoever may look at it. */
export function visibility(metricName: string) {
  return { cloudwatchMetricsEnabled: true, metricName, sampledRequestsEnabled: false };
}

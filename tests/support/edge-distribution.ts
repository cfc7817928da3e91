import { RESOURCE_POLICIES } from '#functions/edge/route.ts';
import { bundleEdgeFunction, EDGE_FUNCTIONS } from '#ops/bundle/edge.ts';
import { cacheBehaviours, type BehaviourIds } from '../../stacks/web/behaviours.ts';
import { CACHE_POLICIES, type CachePolicyName, ORIGIN_REQUEST_POLICIES } from '../../stacks/web/cache-policies.ts';
import { ORIGIN_GROUPS } from '../../stacks/web/origins.ts';
import { edgeScript } from './edge-runtime.ts';
import type { SimulatedDistribution } from './edge-simulator.ts';

/** The distribution as `stacks/web` configures it, without a cloud: ids are names. */
export async function configuredDistribution(): Promise<SimulatedDistribution> {
  const named = <N extends string>(names: readonly N[]): Record<N, string> =>
    Object.fromEntries(names.map((name) => [name, name] as const)) as Record<string, string> as Record<N, string>;
  const ids = {
    cachePolicies: named(Object.keys(CACHE_POLICIES) as CachePolicyName[]),
    originRequestPolicies: { images: 'forward-images', reports: 'forward-reports' },
    functions: named(EDGE_FUNCTIONS),
    responseHeadersPolicies: named(RESOURCE_POLICIES),
  } as BehaviourIds<string>;
  const { ordered, default: last } = cacheBehaviours(ids);
  return {
    orderedCacheBehaviors: ordered,
    defaultCacheBehavior: last,
    originGroups: ORIGIN_GROUPS,
    cachePolicies: CACHE_POLICIES,
    originRequestPolicies: {
      'forward-images': ORIGIN_REQUEST_POLICIES.images,
      'forward-reports': ORIGIN_REQUEST_POLICIES.reports,
    },
    functions: await edgeScripts((name) => name),
  };
}

/** Built functions by ARN. */
export async function edgeScripts(arnOf: (name: string) => string): Promise<SimulatedDistribution['functions']> {
  const entries = EDGE_FUNCTIONS.map(
    async (name) => [arnOf(name), { name, run: edgeScript(await bundleEdgeFunction(name)) }] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

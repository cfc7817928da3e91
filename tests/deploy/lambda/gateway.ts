import type { APIGatewayProxyEventV2, APIGatewayProxyResultV2, SQSBatchResponse } from 'aws-lambda';
import { InvocationError } from '#local/lambda/invoke.ts';
import { type LambdaHost, startLambdaHost } from '#local/lambda/host.ts';
import { type Installation, REGION } from '#local/supervisor/installation.ts';
import type { LambdaFunction } from './lambda-function.ts';
import { type ApiRoute, matchRoute } from './routes.ts';
import { FunctionError } from './runtime-api.ts';

export interface GatewayOptions {
  installation: Installation;
  routes: readonly ApiRoute[];
  functionNamed: (name: string) => LambdaFunction;
  /** Receives each call's route, as API Gateway chose it, and its event. */
  onCall: (route: ApiRoute, event: unknown) => void;
}

/**
 * Simulates everything in front of the functions: the HTTP API with its routes, the function URLs of page and
 * transform, the queues of ingest and outbox. Uses the embedded function host, with sandboxes instead of modules.
 * Schedules do not run automatically: tests invoke the jobs.
 */
export function startGateway({ installation, routes, functionNamed, onCall }: GatewayOptions): Promise<LambdaHost> {
  const { ports, secrets } = installation;
  const credentials = { accessKeyId: secrets.s3AccessKeyId, secretAccessKey: secrets.s3SecretAccessKey };
  const call = (name: string) => (event: unknown) => answerOf(functionNamed(name), event);
  return startLambdaHost({
    port: ports.functions,
    queueFile: ':memory:',
    mailQueueFile: ':memory:',
    sqs: { outboxFile: ':memory:', archivesFile: ':memory:', credentials, region: REGION },
    functions: {
      api: (event) => {
        const route = matchRoute(routes, event.requestContext.http.method, event.rawPath);
        if (!route) return Promise.resolve({ statusCode: 404, body: JSON.stringify({ message: 'Not Found' }) });
        const routedEvent = routed(event, route);
        onCall(route, routedEvent);
        return call(route.functionName)(routedEvent) as Promise<APIGatewayProxyResultV2>;
      },
      transform: (event) => call('transform')(event) as Promise<APIGatewayProxyResultV2>,
      page: (event) => call('page')(event) as Promise<APIGatewayProxyResultV2>,
      ingest: (event) => call('ingest')(event) as Promise<SQSBatchResponse>,
      outbox: (event) => call('outbox')(event) as Promise<SQSBatchResponse>,
      archivePacker: (event) => call('archive-packer')(event) as Promise<SQSBatchResponse>,
      mailEvents: (event) => call('mail-events')(event) as Promise<SQSBatchResponse>,
      scheduled: [],
    },
  });
}

/** Fields that API Gateway adds for the chosen route. */
function routed(event: APIGatewayProxyEventV2, { routeKey, pathParameters }: ReturnType<typeof matchRoute> & object) {
  return {
    ...event,
    routeKey,
    requestContext: { ...event.requestContext, routeKey },
    ...(Object.keys(pathParameters).length > 0 ? { pathParameters } : {}),
  };
}

/** Distinguishes a timeout from an exception, as API Gateway does. */
async function answerOf(target: LambdaFunction, event: unknown): Promise<unknown> {
  try {
    return await target.invoke(event);
  } catch (error) {
    const isLate = error instanceof FunctionError && error.type === 'Sandbox.Timedout';
    throw isLate ? new InvocationError(target.name, 'timed_out', error) : error;
  }
}

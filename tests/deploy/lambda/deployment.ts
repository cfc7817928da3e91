import type { LambdaHost } from '#local/lambda/host.ts';
import type { Installation } from '#local/supervisor/installation.ts';
import { type DeployedFunction, type DeployedStage, deployedStage } from './deployed.ts';
import { startEmbeddedServices } from './embedded-services.ts';
import { type ErrorReports, receiveErrorReports } from './error-reports.ts';
import { startGateway } from './gateway.ts';
import { type Overrides, type RunningFunction, runFunction } from './running-function.ts';

/** Running packages: each zip under AWS's runtime interface client, on the embedded services. */
export interface Deployment {
  installation: Installation;
  deployed: DeployedStage;
  functions: readonly RunningFunction[];
  errorReports: ErrorReports;
  /** Keys of the called routes. */
  calledRoutes: ReadonlySet<string>;
  functionNamed: (name: string) => RunningFunction;
  /** Starts another instance of a function, which only the caller invokes. */
  another: (deployed: DeployedFunction, overrides?: Overrides) => Promise<RunningFunction>;
  /** The last event of an API function. */
  lastEventOf: (name: string) => unknown;
  close(): Promise<void>;
}

/** Starts the embedded services, every function's package on them, and the edge in front. */
export async function startDeployment(): Promise<Deployment> {
  const [services, deployed, errorReports] = await Promise.all([
    startEmbeddedServices(),
    deployedStage(),
    receiveErrorReports(),
  ]);
  const { installation, reaper } = services;
  const around = { installation, reaper, sentryDsn: errorReports.dsn };
  const functions: RunningFunction[] = [];
  const calledRoutes = new Set<string>();
  const lastEvents = new Map<string, unknown>();
  let gateway: LambdaHost | undefined;
  const functionNamed = (name: string) => {
    const running = functions.find((one) => one.deployed.name === name);
    if (!running) throw new Error(`there is no function ${name}`);
    return running;
  };
  const close = async () => {
    // Stops callers of functions first, then the functions, then their services.
    await gateway?.close();
    await Promise.all(functions.map((running) => running.close()));
    await Promise.all([services.stop(), errorReports.close()]);
  };
  try {
    for (const one of deployed.functions) functions.push(await runFunction(one, around));
    gateway = await startGateway({
      installation,
      routes: deployed.routes,
      functionNamed: (name) => functionNamed(name).lambda,
      onCall: ({ routeKey, functionName }, event) => {
        calledRoutes.add(routeKey);
        lastEvents.set(functionName, event);
      },
    });
    await services.startEdge();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    installation,
    deployed,
    functions,
    errorReports,
    calledRoutes,
    functionNamed,
    another: (one, overrides) => runFunction(one, around, overrides),
    lastEventOf: (name) => lastEvents.get(name),
    close,
  };
}

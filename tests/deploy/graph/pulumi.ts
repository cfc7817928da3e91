import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PLATFORM } from './bundle-config.ts';
import type { Resource } from './graph.ts';
import { idOf, stateOf } from './mock-account.ts';
import { answerCall } from './mock-calls.ts';

type Props = Record<string, any>;
/** The part of a request to the engine that is read here; the names come from protobuf. */
interface Request {
  getType(): string;
  getName(): string;
  getParent(): string;
  getProtect(): boolean;
  getRetainondelete(): boolean;
  getDependenciesList(): string[];
  getIgnorechangesList(): string[];
  getCustomtimeouts(): { toObject(): { create?: string; update?: string } } | undefined;
  getObject(): { toJavaScript(): Props } | undefined;
}

type Reply = (error: unknown, response?: { getUrn(): string }) => void;

interface Runtime {
  setMocks(mocks: object, project: string, stack: string, preview: boolean): Promise<void>;
  getMonitor(): { registerResource(request: Request, reply: Reply): Promise<void> };
  runInPulumiStack(program: () => Promise<unknown>): Promise<Props | undefined>;
}

/** Marker of a secret in requests to the engine. */
const SIGNATURE = '4dabf18193072939515e22adb298388d';
const SECRET = '1b47061264138c4ac30d75fd1eb44270';

/** The platform's own Pulumi without an engine: records every resource, and answers as the provider would. */
export async function mockPulumi(root: string, app: string, stage: string) {
  const load = createRequire(join(root, PLATFORM, 'package.json'));
  const { runtime } = load('@pulumi/pulumi') as { runtime: Runtime };
  const resources: Resource[] = [];
  const mocks = {
    newResource: ({ type, name, inputs }: { type: string; name: string; inputs: Props }) => ({
      id: idOf(type, name, inputs),
      state: stateOf(type, name, inputs),
    }),
    call: ({ token, inputs }: { token: string; inputs: Props }) => answerCall(token, inputs),
  };
  await runtime.setMocks(mocks, app, stage, false);
  const monitor = runtime.getMonitor();
  const register = monitor.registerResource.bind(monitor);
  monitor.registerResource = (request, reply) =>
    register(request, (error, response) => {
      if (response) resources.push(note(request, response.getUrn()));
      reply(error, response);
    });
  return { run: runtime.runInPulumiStack.bind(runtime), resources };
}

function note(request: Request, urn: string): Resource {
  const sent = request.getObject()?.toJavaScript() ?? {};
  const inputs = Object.fromEntries(Object.entries(sent).map(([key, value]) => [key, plain(value)]));
  const [type, name] = [request.getType(), request.getName()];
  return {
    type,
    name,
    urn,
    id: idOf(type, name, inputs),
    inputs,
    arn: String(stateOf(type, name, inputs)['arn']),
    secrets: Object.keys(sent).filter((key) => holdsSecret(sent[key])),
    parent: request.getParent(),
    dependsOn: request.getDependenciesList(),
    protect: request.getProtect(),
    retainOnDelete: request.getRetainondelete(),
    ignoreChanges: request.getIgnorechangesList(),
    timeouts: request.getCustomtimeouts()?.toObject() ?? {},
  };
}

function holdsSecret(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return (value as Props)[SIGNATURE] === SECRET || Object.values(value).some(holdsSecret);
}

/** Inputs as the provider sees them, with decrypted secrets. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  if ((value as Props)[SIGNATURE] === SECRET) return plain((value as Props)['value']);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

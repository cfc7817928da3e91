import { resolve } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { settingsFor, type StageSettings } from '../../stacks/settings.ts';
import { zeroApp } from '../../stacks/zero-stack/app.ts';
import type { Choices } from '../../stacks/zero-stack/parameters.ts';
import { ZERO_IMAGE } from './graph/stage-env.ts';

/** A shared output folder: CDK would create a temporary one for every app; a worker's apps run in turn. */
export const outdir = resolve(import.meta.dirname, '../../.build/cdk', process.env['VITEST_POOL_ID'] ?? '0');

/** Settings with a template of their own: one node or many, of a protected stage or another. */
export const variants: { name: string; stage: string; settings: StageSettings }[] = [
  { name: 'dev', stage: 'dev', settings: settingsFor('dev') },
  { name: 'production', stage: 'production', settings: settingsFor('production') },
  { name: 'dev with many nodes', stage: 'dev', settings: many(settingsFor('dev')) },
  { name: 'production with many nodes', stage: 'production', settings: many(settingsFor('production')) },
  { name: 'a preview', stage: 'pr-12', settings: settingsFor('pr-12') },
  { name: 'the second group of production', stage: 'production', settings: grouped(settingsFor('production')) },
];

export function many(settings: StageSettings): StageSettings {
  return { ...settings, zero: { ...settings.zero, cpu: 2048, memoryMb: 4096, viewSyncers: 2, maxViewSyncers: 6 } };
}

/** With a second group of studios, whose stack is the last. */
export function grouped(settings: StageSettings): StageSettings {
  return { ...settings, zero: { ...settings.zero, groups: '0:0-31 12:29-31' } };
}

export interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  DependsOn?: string[];
  DeletionPolicy?: string;
}

export interface Synthesized {
  template: Template;
  text: string;
  ofType: (type: string) => [id: string, resource: Resource][];
}

/** The operator's choices of the variants: production runs its mirrored image and sends metrics. */
function choicesOf(stage: string): Omit<Choices, 'group'> {
  return stage === 'production'
    ? { image: ZERO_IMAGE, metricsUrl: 'https://otlp.example/v1/metrics' }
    : { image: null, metricsUrl: null };
}

const made = new Map<string, Synthesized>();

/** The template of a stage; made once in a process, since CDK takes a good second. */
export function synthesized(...of: Parameters<typeof synthesize>): Synthesized {
  const key = JSON.stringify(of);
  const found = made.get(key) ?? synthesize(...of);
  made.set(key, found);
  return found;
}

function synthesize(stage: string, settings: StageSettings, permissionsBoundary?: string): Synthesized {
  const { stacks } = zeroApp({
    stage,
    settings,
    choices: choicesOf(stage),
    permissionsBoundary: permissionsBoundary ?? null,
    outdir,
  });
  const template = Template.fromStack(stacks.at(-1)!);
  const resources = template.toJSON()['Resources'] as Record<string, Resource>;
  return {
    template,
    text: JSON.stringify(template.toJSON()),
    ofType: (type) => Object.entries(resources).filter(([, resource]) => resource.Type === type),
  };
}

interface Variable {
  Name: string;
  Value: unknown;
}

export interface Container {
  Command: string[];
  Environment: Variable[];
  Secrets: { Name: string; ValueFrom: unknown }[];
  Image: string;
  [property: string]: unknown;
}

/** Container of each task, by zero-cache's role, which its log streams are named by. */
export function containers({ ofType }: Synthesized): Record<string, Container> {
  const all = ofType('AWS::ECS::TaskDefinition').flatMap(
    ([, task]) => task.Properties['ContainerDefinitions'] as Container[],
  );
  return Object.fromEntries(all.map((container) => [roleOf(container), container]));
}

function roleOf(container: Container): string {
  const { Options } = container['LogConfiguration'] as { Options: Record<string, string> };
  return Options['awslogs-stream-prefix'] ?? '';
}

export function variablesOf(container: Container): Record<string, unknown> {
  return Object.fromEntries(container.Environment.map(({ Name, Value }) => [Name, Value]));
}

/** All resources of that type. */
export function properties({ ofType }: Synthesized, type: string): Record<string, unknown>[] {
  return ofType(type).map(([, resource]) => resource.Properties);
}

import type { Metafile } from 'esbuild';

/** Packages of a bundle, by time of loading. */
export interface Packages {
  /** Loaded at every cold start. */
  readonly atOnce: ReadonlySet<string>;
  /** Loaded on demand. */
  readonly later: ReadonlySet<string>;
}

/** Returns the packages of a bundle. `entry` is the output's name, as `index.mjs`. */
export function packagesIn({ outputs }: Metafile, entry: string): Packages {
  const start = Object.keys(outputs).find((path) => path.endsWith(`/${entry}`));
  if (!start) throw new Error(`No ${entry} in this bundle`);
  const loaded = new Set<string>();
  const load = (path: string) => {
    const output = outputs[path];
    if (!output || loaded.has(path)) return;
    loaded.add(path);
    for (const { kind, path: next } of output.imports) if (kind === 'import-statement') load(next);
  };
  load(start);
  const atOnce = packagesOf(outputs, loaded);
  const later = [...packagesOf(outputs, Object.keys(outputs))].filter((name) => !atOnce.has(name));
  return { atOnce, later: new Set(later) };
}

function packagesOf(outputs: Metafile['outputs'], paths: Iterable<string>): Set<string> {
  const inputs = [...paths].flatMap((path) => Object.keys(outputs[path]!.inputs));
  return new Set(inputs.flatMap((input) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? []));
}

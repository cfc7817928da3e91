/** Bars 6 and 8 of docs/decisions/bars.md: the decoder's peak memory, the size and import of the image function. */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { presetParams } from '#core/domain/photos/image-params.ts';
import { bundleModule, writeFiles } from '#ops/bundle/code.ts';
import { quantile } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { inMemory, measuredTransform } from './transformers.ts';

/** Bar 6, each job in a fresh process. */
export async function memory(photo: string, folder: string): Promise<Figure[]> {
  const upright = sharp(photo).resize({ width: 6000, height: 4000, fit: 'fill' }).withMetadata({ orientation: 1 });
  const pictures = {
    baseline: join(folder, 'b.jpg'),
    progressive: join(folder, 'g.jpg'),
    turned: join(folder, 'w.jpg'),
  };
  await upright.clone().jpeg({ quality: 92 }).toFile(pictures.baseline);
  await upright.clone().jpeg({ quality: 92, progressive: true }).toFile(pictures.progressive);
  const turned = upright.clone().withIccProfile('p3').withMetadata({ orientation: 6 });
  await turned.jpeg({ quality: 92 }).toFile(pictures.turned);
  const jobs = [
    ['baseline', 'preview', 120],
    ['baseline', 'fullscreen', 160],
    ['turned', 'fullscreen', 320],
    ['progressive', 'fullscreen', 240],
  ] as const;
  const figures: Figure[] = [];
  for (const [picture, preset, limit] of jobs) {
    const ours = measuredTransform(inMemory(pictures[picture]));
    await ours.run(presetParams(preset));
    figures.push({ bar: '6', what: `24 MP ${picture}, ${preset}`, value: ours.peak(), limit, unit: 'MB', n: 1 });
    ours.close();
  }
  return figures;
}

/** Bar 8: the image function's bundle, without the decoder process, compared with sharp alone. */
export async function coldImport(folder: string, rounds: number): Promise<Figure[]> {
  const module = resolve(import.meta.dirname, '../../../functions/images/transform.ts');
  const { files, metafile } = await bundleModule(module, 'transform');
  await writeFiles(folder, files);
  const outfile = join(folder, 'transform.mjs');
  // Sentry is a chunk of its own, loaded only to report an error.
  const main = Object.entries(metafile.outputs).find(([path]) => path.endsWith('/transform.mjs'))![1];
  const own = Object.entries(main.inputs).reduce(
    (sum, [path, part]) => sum + (path.includes('node_modules') ? 0 : part.bytesInOutput),
    0,
  );
  const sharpUrl = import.meta.resolve('sharp');
  const times = Array.from({ length: rounds }, () => [importTime(outfile), importTime(sharpUrl)] as const);
  const [we, they] = [quantile(times.map(([ours]) => ours)), quantile(times.map(([, bare]) => bare))];
  return [
    { bar: '8', what: 'cold import of the handler', value: we / they, limit: 1.15, unit: '× import sharp', n: rounds },
    { bar: '8', what: 'own code', value: own / 1024, limit: 50, unit: 'KB' },
  ];
}

/** Milliseconds of processor time of an import in a new process. */
function importTime(specifier: string): number {
  const code = `const c=process.cpuUsage();await import(${JSON.stringify(specifier)});const d=process.cpuUsage(c);
    console.log((d.user+d.system)/1000)`;
  return Number(spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }).stdout);
}

import { metricsUrl, mirroredImage, permissionsBoundary, settingsFor } from '../settings.ts';
import { zeroApp } from './app.ts';

/*
 * `node stacks/zero-stack/main.ts <stage> <outdir>` writes `<outdir>/albumen-<stage>-zero.template.json`, and one with
 * `-1` for the group 1. A separate process: SST bundles its imports, and CDK cannot be bundled.
 */
const [stage, outdir] = process.argv.slice(2);
if (!stage || !outdir) throw new Error('usage: node stacks/zero-stack/main.ts <stage> <outdir>');
const settings = settingsFor(stage);
const choices = { image: mirroredImage(settings), metricsUrl: metricsUrl() };
zeroApp({ stage, settings, choices, permissionsBoundary: permissionsBoundary(), outdir }).app.synth();

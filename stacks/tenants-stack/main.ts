import { settingsFor } from '../settings.ts';
import { tenantsApp } from './app.ts';

/*
 * `node stacks/tenants-stack/main.ts <stage> <outdir>` writes `<outdir>/albumen-<stage>-tenants.template.json`. A
 * separate process: SST bundles its imports, and CDK cannot be bundled.
 */
const [stage, outdir] = process.argv.slice(2);
if (!stage || !outdir) throw new Error('usage: node stacks/tenants-stack/main.ts <stage> <outdir>');
tenantsApp(stage, settingsFor(stage), outdir).app.synth();

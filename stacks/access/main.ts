import { accessApp } from './app.ts';

/*
 * `node stacks/access/main.ts <outdir>` writes `<outdir>/albumen-access.template.json`, which an administrator deploys
 * once with `aws cloudformation deploy --capabilities CAPABILITY_NAMED_IAM` (docs/operations.md).
 */
const [outdir] = process.argv.slice(2);
if (!outdir) throw new Error('usage: node stacks/access/main.ts <outdir>');
accessApp(outdir).app.synth();

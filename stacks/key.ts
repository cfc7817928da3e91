import { physical } from './names.ts';
import type { StageSettings } from './settings.ts';

/**
 * Creates the stage's own key for the functions' environment variables: the right to read a function's settings then
 * excludes its secrets. It costs a dollar a month and is therefore a setting. Lambda gives each function's role a grant
 * to it.
 */
export function stageKey(settings: StageSettings): { keyArn?: $util.Output<string> } {
  if (!settings.ownKey) return {};
  const key = new aws.kms.Key(
    'Key',
    {
      description: `Albumen (${$app.stage}): environments of functions`,
      enableKeyRotation: true,
      deletionWindowInDays: 30,
    },
    { protect: settings.protect },
  );
  new aws.kms.Alias('Key', { name: `alias/${physical('functions')}`, targetKeyId: key.keyId });
  return { keyArn: key.arn };
}

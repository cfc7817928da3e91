import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { isApex, readHostname } from '#core/domain/site/domains.ts';
import { mutators } from '#core/zero/mutators.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { parseUrl } from '#web/lib/browser/parse-url.ts';
import { useFields, useForm } from '#web/lib/forms/use-form.ts';
import { newId } from '#web/lib/ids.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';

const toAscii = (name: string) => parseUrl(`http://${name}`)?.hostname ?? null;

type Refused = NonNullable<ReturnType<typeof readHostname>['refused']>;

/** Reads the name of a domain. The message of a wrong one says why it is refused. */
const schema = z.object({
  hostname: z.string().transform((typed, context) => {
    const read = readHostname(typed, location.hostname, toAscii);
    if (read.refused === undefined) return read.hostname;
    context.addIssue({ code: 'custom', message: read.refused });
    return z.NEVER;
  }),
});

/** Asks for the studio's domain; recommends `www` for a name without it. */
export function AddDomain() {
  const { t } = useTranslation('domains');
  const mutate = useMutation();
  const fields = useFields({ hostname: '' });
  const form = useForm(fields, schema, ({ hostname }) =>
    mutate(mutators.domains.add({ id: newId(), hostname, now: Date.now() }), { done: t('added') }),
  );
  const www = form.read && isApex(form.read.hostname) ? `www.${form.read.hostname}` : null;
  const refused = form.error('hostname') as Refused | undefined;
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={form.submit}>
      <Field label={t('hostname')} hint={t('hostnameHint')} error={refused && t(`refused.${refused}`)}>
        <TextInput
          {...form.input('hostname')}
          placeholder="www."
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      {www && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-soft">{t('apex.advice', { www })}</p>
          <Button size="small" onClick={() => fields.change({ hostname: www })}>
            {t('apex.use')}
          </Button>
        </div>
      )}
      <div>
        <Button type="submit" variant="primary" writes disabled={fields.values.hostname.trim() === ''}>
          {t('add')}
        </Button>
      </div>
    </form>
  );
}

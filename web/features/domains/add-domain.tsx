import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApex, readHostname } from '#core/domain/domains.ts';
import { mutators } from '#core/zero/mutators.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { parseUrl } from '#web/lib/browser/parse-url.ts';
import { newId } from '#web/lib/ids.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';

const toAscii = (name: string) => parseUrl(`http://${name}`)?.hostname ?? null;

/** Asks for the studio's domain; recommends `www` for a name without it. */
export function AddDomain() {
  const { t } = useTranslation('domains');
  const mutate = useMutation();
  const [typed, setTyped] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const read = readHostname(typed, location.hostname, toAscii);
  const www = read.refused === undefined && isApex(read.hostname) ? `www.${read.hostname}` : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (read.refused !== undefined) return;
    void mutate(mutators.domains.add({ id: newId(), hostname: read.hostname, now: Date.now() }), { done: t('added') });
  };
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
      <Field
        label={t('hostname')}
        hint={t('hostnameHint')}
        error={isSubmitted && read.refused !== undefined ? t(`refused.${read.refused}`) : undefined}
      >
        <TextInput
          value={typed}
          placeholder="www."
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => {
            setTyped(event.target.value);
            setSubmitted(false);
          }}
        />
      </Field>
      {www && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-soft">{t('apex.advice', { www })}</p>
          <Button size="small" onClick={() => setTyped(www)}>
            {t('apex.use')}
          </Button>
        </div>
      )}
      <div>
        <Button type="submit" variant="primary" writes disabled={typed.trim() === ''}>
          {t('add')}
        </Button>
      </div>
    </form>
  );
}

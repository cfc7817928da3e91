import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { ApiToken } from '#core/api/tokens.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import {
  GALLERY_SCOPES,
  MAX_API_TOKENS,
  MAX_TOKEN_DAYS,
  SCOPES,
  type Scope,
  TOKEN_DAYS,
  tokenName,
} from '#core/domain/studio/integrations.ts';
import { endOfDay, localDate } from '#core/domain/values/time.ts';
import { queries } from '#core/zero/queries.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { Combobox } from '#web/components/ui/inputs/combobox.tsx';
import { DateField } from '#web/components/ui/inputs/date-field.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useFields, useForm } from '#web/lib/forms/use-form.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { FailureBanner } from './failure-banner.tsx';
import { useScopeLabel } from './use-scope-label.ts';

const OTHER = 'date';
/** Maximum number of galleries in the list; see the query. */
const MAX_GALLERIES = 1000;

interface Values {
  name: string;
  /** Null for all galleries. */
  galleryId: string | null;
  /** Those that the choice of a gallery leaves out stay chosen, but do not count. */
  scopes: readonly Scope[];
  /** A number of days, or `date`. */
  days: string;
  /** A day in the studio's zone. */
  date: string;
}

const scopesFor = (galleryId: string | null) => (galleryId === null ? SCOPES : GALLERY_SCOPES);

const schema = z.custom<Values>().transform(({ name, galleryId, scopes, days, date }, context) => {
  const refuse = (field: keyof Values) => context.addIssue({ code: 'custom', path: [field] });
  const chosen = scopesFor(galleryId).filter((scope) => scopes.includes(scope));
  if (!tokenName.safeParse(name).success) refuse('name');
  if (chosen.length === 0) refuse('scopes');
  if (days === OTHER && date === '') refuse('date');
  return { name, galleryId, scopes: chosen, date };
});

interface CreateTokenProps {
  onClose: () => void;
  onCreated: (token: string, created: ApiToken) => void;
}

/** Asks for a token's name, permissions and end. */
export function CreateToken({ onClose, onCreated }: CreateTokenProps) {
  const { t } = useTranslation('integrations');
  const labelOf = useScopeLabel();
  const api = useApi();
  const { timeZone } = useAccount();
  const now = useNow();
  const { call, busy, failure } = useApiCall({ showsFailure: true });
  const fields = useFields<Values>({ name: '', galleryId: null, scopes: [], days: String(TOKEN_DAYS[1]), date: '' });
  const { values, change } = fields;
  const { galleryId, scopes, days } = values;
  const [galleries] = useQuery(queries.galleries.list({ limit: MAX_GALLERIES }));
  const form = useForm(fields, schema, ({ date, ...read }) => {
    const expiresAt = days === OTHER ? endOfDay(date, timeZone) : Date.now() + Number(days) * DAY_MS;
    return call(async () => {
      const { token, created } = await api.integrations.createToken({ body: { ...read, expiresAt } });
      onCreated(token, created);
    });
  });
  // Replacing is an upload: the two go together.
  const follows = (one: Scope, scope: Scope, isOn: boolean) =>
    one === scope ||
    (isOn ? scope === 'photos:write' && one === 'photos:upload' : scope === 'photos:upload' && one === 'photos:write');
  const toggle = (scope: Scope, isOn: boolean) =>
    change({ scopes: SCOPES.filter((one) => (follows(one, scope, isOn) ? isOn : scopes.includes(one))) });
  return (
    <FormDialog
      title={t('tokens.create')}
      submitLabel={t('tokens.create')}
      button={{ writes: true, loading: busy }}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <FailureBanner code={failure} full={t('tokens.full', { max: MAX_API_TOKENS })} />
      <Field label={t('name')} hint={t('tokens.nameHint')} error={form.error('name') && t('nameMissing')}>
        <TextInput maxLength={80} autoComplete="off" {...form.input('name')} />
      </Field>
      <Field label={t('tokens.gallery')} hint={t('tokens.galleryHint')}>
        <Combobox
          value={galleryId}
          onChange={(next) => change({ galleryId: next })}
          options={galleries.map((gallery) => ({
            value: gallery.id,
            label: gallery.name,
            ...(gallery.customer && { detail: gallery.customer.name }),
          }))}
          placeholder={t('tokens.allGalleries')}
        />
      </Field>
      <fieldset className="flex flex-col" aria-describedby="scopes-missing">
        <legend className="pb-1 font-medium">{t('permissions')}</legend>
        {scopesFor(galleryId).map((scope) => (
          <Checkbox
            key={scope}
            label={labelOf(scope, galleryId !== null)}
            checked={scopes.includes(scope)}
            onChange={(isOn) => toggle(scope, isOn)}
          />
        ))}
        <p id="scopes-missing" role="status" className="text-caption text-danger empty:hidden">
          {form.error('scopes') ? t('permissionsMissing') : ''}
        </p>
      </fieldset>
      <Field label={t('tokens.expires')}>
        <Select
          {...form.input('days')}
          options={[
            ...TOKEN_DAYS.map((count) => ({ value: String(count), label: t('tokens.days', { count }) })),
            { value: OTHER, label: t('tokens.date') },
          ]}
        />
      </Field>
      {days === OTHER && (
        <DateField
          label={t('tokens.date')}
          value={values.date}
          onChange={(date) => change({ date })}
          zone={timeZone}
          min={localDate(now, timeZone)}
          max={localDate(now + (MAX_TOKEN_DAYS - 1) * DAY_MS, timeZone)}
          error={form.error('date') && t('tokens.dateMissing')}
        />
      )}
    </FormDialog>
  );
}

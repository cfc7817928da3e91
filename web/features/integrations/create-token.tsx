import { useQuery } from '@rocicorp/zero/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiToken } from '#core/api/tokens.ts';
import { DAY_MS } from '#core/domain/durations.ts';
import {
  GALLERY_SCOPES,
  MAX_API_TOKENS,
  MAX_TOKEN_DAYS,
  SCOPES,
  type Scope,
  TOKEN_DAYS,
  tokenName,
} from '#core/domain/integrations.ts';
import { endOfDay, localDate } from '#core/domain/time.ts';
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
import { useNow } from '#web/lib/format/use-now.ts';
import { FailureBanner } from './failure-banner.tsx';
import { useScopeLabel } from './use-scope-label.ts';

const OTHER = 'date';
/** Maximum number of galleries in the list; see the query. */
const MAX_GALLERIES = 1000;

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
  const [name, setName] = useState('');
  const [galleryId, setGalleryId] = useState<string | null>(null);
  const [galleries] = useQuery(queries.galleries.list({ limit: MAX_GALLERIES }));
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const [days, setDays] = useState<string>(String(TOKEN_DAYS[1]));
  const [date, setDate] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const offered = galleryId === null ? SCOPES : GALLERY_SCOPES;
  const chosen = offered.filter((scope) => scopes.includes(scope));
  const isNamed = tokenName.safeParse(name).success;
  const isDated = days !== OTHER || date !== '';
  const submit = () => {
    setSubmitted(true);
    if (!isNamed || chosen.length === 0 || !isDated) return;
    const expiresAt = days === OTHER ? endOfDay(date, timeZone) : Date.now() + Number(days) * DAY_MS;
    void call(async () => {
      const { token, created } = await api.integrations.createToken({
        body: { name, scopes: chosen, galleryId, expiresAt },
      });
      onCreated(token, created);
    });
  };
  // Replacing is an upload: the two go together.
  const follows = (one: Scope, scope: Scope, isOn: boolean) =>
    one === scope ||
    (isOn ? scope === 'photos:write' && one === 'photos:upload' : scope === 'photos:upload' && one === 'photos:write');
  const toggle = (scope: Scope, isOn: boolean) =>
    setScopes((before) => SCOPES.filter((one) => (follows(one, scope, isOn) ? isOn : before.includes(one))));
  return (
    <FormDialog
      title={t('tokens.create')}
      submitLabel={t('tokens.create')}
      button={{ writes: true, loading: busy }}
      onSubmit={submit}
      onClose={onClose}
    >
      <FailureBanner code={failure} full={t('tokens.full', { max: MAX_API_TOKENS })} />
      <Field
        label={t('name')}
        hint={t('tokens.nameHint')}
        error={isSubmitted && !isNamed ? t('nameMissing') : undefined}
      >
        <TextInput value={name} maxLength={80} autoComplete="off" onChange={({ target }) => setName(target.value)} />
      </Field>
      <Field label={t('tokens.gallery')} hint={t('tokens.galleryHint')}>
        <Combobox
          value={galleryId}
          onChange={setGalleryId}
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
        {offered.map((scope) => (
          <Checkbox
            key={scope}
            label={labelOf(scope, galleryId !== null)}
            checked={scopes.includes(scope)}
            onChange={(isOn) => toggle(scope, isOn)}
          />
        ))}
        <p id="scopes-missing" role="status" className="text-caption text-danger empty:hidden">
          {isSubmitted && chosen.length === 0 ? t('permissionsMissing') : ''}
        </p>
      </fieldset>
      <Field label={t('tokens.expires')}>
        <Select
          value={days}
          onChange={({ target }) => setDays(target.value)}
          options={[
            ...TOKEN_DAYS.map((count) => ({ value: String(count), label: t('tokens.days', { count }) })),
            { value: OTHER, label: t('tokens.date') },
          ]}
        />
      </Field>
      {days === OTHER && (
        <DateField
          label={t('tokens.date')}
          value={date}
          onChange={setDate}
          zone={timeZone}
          min={localDate(now, timeZone)}
          max={localDate(now + (MAX_TOKEN_DAYS - 1) * DAY_MS, timeZone)}
          error={isSubmitted && !isDated ? t('tokens.dateMissing') : undefined}
        />
      )}
    </FormDialog>
  );
}

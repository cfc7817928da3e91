import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  MAX_WEBHOOKS,
  WEBHOOK_EVENTS,
  type WebhookEvent,
  type WebhookFields,
  webhookUrl,
} from '#core/domain/integrations.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { FailureBanner } from './failure-banner.tsx';

interface WebhookFormProps {
  title: string;
  submitLabel: string;
  start: WebhookFields;
  onClose: () => void;
  onSubmit: (fields: WebhookFields) => Promise<void>;
}

/** Asks for a webhook's address, description and events. */
export function WebhookForm({ title, submitLabel, start, onClose, onSubmit }: WebhookFormProps) {
  const { t } = useTranslation('integrations');
  const { call, busy, failure } = useApiCall({ showsFailure: true });
  const [fields, setFields] = useState(start);
  const [isSubmitted, setSubmitted] = useState(false);
  const isAddress = webhookUrl.safeParse(fields.url).success;
  const isWrongAddress = !isAddress || failure === 'validation_failed';
  const submit = () => {
    setSubmitted(true);
    if (isAddress && fields.events.length > 0) void call(() => onSubmit(fields));
  };
  const toggle = (event: WebhookEvent, isOn: boolean) =>
    setFields({
      ...fields,
      events: WEBHOOK_EVENTS.filter((one) => (one === event ? isOn : fields.events.includes(one))),
    });
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      button={{ writes: true, loading: busy }}
      onSubmit={submit}
      onClose={onClose}
    >
      <FailureBanner
        code={failure === 'validation_failed' ? null : failure}
        full={t('webhooks.full', { max: MAX_WEBHOOKS })}
      />
      <Field
        label={t('webhooks.url')}
        hint={t('webhooks.urlHint')}
        error={isSubmitted && isWrongAddress ? t('webhooks.urlWrong') : undefined}
      >
        <TextInput
          value={fields.url}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://"
          onChange={({ target }) => {
            setSubmitted(false);
            setFields({ ...fields, url: target.value });
          }}
        />
      </Field>
      <Field label={t('webhooks.description')} optional>
        <TextInput
          value={fields.description}
          maxLength={200}
          onChange={({ target }) => setFields({ ...fields, description: target.value })}
        />
      </Field>
      <fieldset className="flex flex-col" aria-describedby="events-missing">
        <legend className="pb-1 font-medium">{t('webhooks.events')}</legend>
        {WEBHOOK_EVENTS.map((event) => (
          <Checkbox
            key={event}
            label={t(`events.${event.replace('.', '_') as 'gallery_published'}`)}
            checked={fields.events.includes(event)}
            onChange={(isOn) => toggle(event, isOn)}
          />
        ))}
        <p id="events-missing" role="status" className="text-caption text-danger empty:hidden">
          {isSubmitted && fields.events.length === 0 ? t('webhooks.eventsMissing') : ''}
        </p>
      </fieldset>
    </FormDialog>
  );
}

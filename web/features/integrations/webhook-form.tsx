import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import {
  MAX_WEBHOOKS,
  WEBHOOK_EVENTS,
  type WebhookEvent,
  type WebhookFields,
  webhookUrl,
} from '#core/domain/studio/integrations.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { errorCode } from '#web/lib/api/api-context.tsx';
import { useFields, useForm } from '#web/lib/forms/use-form.ts';
import { FailureBanner } from './failure-banner.tsx';

const schema = z.object({ url: webhookUrl, events: z.array(z.string()).min(1) });

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
  const fields = useFields(start);
  const { values, change } = fields;
  const form = useForm(fields, schema, (_read, refuse) =>
    call(async () => {
      try {
        await onSubmit(values);
      } catch (error) {
        if (errorCode(error) === 'validation_failed') refuse('url', t('webhooks.urlWrong'));
        throw error;
      }
    }),
  );
  const toggle = (event: WebhookEvent, isOn: boolean) =>
    change({ events: WEBHOOK_EVENTS.filter((one) => (one === event ? isOn : values.events.includes(one))) });
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      button={{ writes: true, loading: busy }}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <FailureBanner
        code={failure === 'validation_failed' ? null : failure}
        full={t('webhooks.full', { max: MAX_WEBHOOKS })}
      />
      <Field
        label={t('webhooks.url')}
        hint={t('webhooks.urlHint')}
        error={form.refusal('url') ?? (form.error('url') && t('webhooks.urlWrong'))}
      >
        <TextInput
          {...form.input('url')}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://"
        />
      </Field>
      <Field label={t('webhooks.description')} optional>
        <TextInput maxLength={200} {...form.input('description')} />
      </Field>
      <fieldset className="flex flex-col" aria-describedby="events-missing">
        <legend className="pb-1 font-medium">{t('webhooks.events')}</legend>
        {WEBHOOK_EVENTS.map((event) => (
          <Checkbox
            key={event}
            label={t(`events.${event.replace('.', '_') as 'gallery_published'}`)}
            checked={values.events.includes(event)}
            onChange={(isOn) => toggle(event, isOn)}
          />
        ))}
        <p id="events-missing" role="status" className="text-caption text-danger empty:hidden">
          {form.error('events') ? t('webhooks.eventsMissing') : ''}
        </p>
      </fieldset>
    </FormDialog>
  );
}

import { Send } from 'lucide-react';
import { useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { findUnknownFields, renderMessage, TEMPLATE_FIELDS_BY_KIND } from '#core/domain/messages/message-templates.ts';
import { mailTemplate, type MailTemplateKind } from '#core/domain/messages/messages.ts';
import { sampleFields, type SampleTexts } from '#core/domain/messages/sample-mail.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { mutators } from '#core/zero/mutators.ts';
import { MailView } from '#web/components/layout/mail-view.tsx';
import { useSettingsForm } from '#web/components/layout/settings-forms.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TemplateText } from '#web/components/ui/inputs/template-text/lazy-template-text.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useMailSender } from '#web/lib/accounts/use-mail-sender.ts';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useMailTexts } from '#web/lib/i18n/use-mail-texts.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';

interface TemplateTexts {
  subject: string;
  body: string;
}

interface MailTemplateFormProps {
  kind: MailTemplateKind;
  language: Language;
  /** The studio's own texts; null while it uses the defaults. */
  own: TemplateTexts | null;
  ours: TemplateTexts;
}

/** Key of `mails:` that says what is wrong with a text. */
type TemplateFault = `${keyof TemplateTexts}${'Empty' | 'Long'}` | 'unknownField';

/** Checks a mail's texts. The message of an issue is its `TemplateFault`. */
function schemaOf(kind: MailTemplateKind) {
  const text = (field: keyof TemplateTexts) =>
    z
      .string()
      .refine((typed) => typed.trim() !== '', { error: `${field}Empty` satisfies TemplateFault, abort: true })
      .refine((typed) => mailTemplate.shape[field].safeParse(typed).success, {
        error: `${field}Long` satisfies TemplateFault,
        abort: true,
      })
      .refine((typed) => findUnknownFields(kind, typed).length === 0, 'unknownField' satisfies TemplateFault);
  return z.object({ subject: text('subject'), body: text('body') });
}

/** Picks the form's fields from a row: a form tracks and submits every field it gets. */
const toTemplateTexts = ({ subject, body }: TemplateTexts): TemplateTexts => ({ subject, body });

/** Edits a mail's texts in one language beside a preview. Remount it for another mail or language. */
export function MailTemplateForm({ kind, language, own, ours }: MailTemplateFormProps) {
  const { t } = useTranslation(['mails', 'common']);
  const { id: accountId } = useAccount();
  const writable = useWritable();
  const mutate = useMutation();
  const api = useApi();
  const { call, busy } = useApiCall();
  const saved = toTemplateTexts(own ?? ours);
  const draft = useDraft(`mail:${accountId}:${kind}:${language}`, saved);
  const { values, isClean, conflict, change, discard } = draft;
  const element = useRef<HTMLFormElement>(null);
  const schema = useMemo(() => schemaOf(kind), [kind]);
  const fields = useMemo(
    () => Object.fromEntries(TEMPLATE_FIELDS_BY_KIND[kind].map((name) => [name, t(`fields.${name}`)])),
    [kind, t],
  );

  const linkField = TEMPLATE_FIELDS_BY_KIND[kind].find((field) => field === 'link' || field === 'payLink');
  const say = (field: keyof TemplateTexts) => {
    const key = form.fault(field) as TemplateFault | undefined;
    return key && t(key, { field: `{{${findUnknownFields(kind, values[field])[0] ?? ''}}}` });
  };
  const setTo = (words: TemplateTexts) =>
    mutators.mailTemplates.set({ kind, language, ...toTemplateTexts(words), now: Date.now() });
  const setBack = () => mutators.mailTemplates.reset({ kind, language, now: Date.now() });
  const undo = () => (own ? setTo(own) : setBack());
  const form = useForm(draft, schema, () => mutate(setTo(values), { done: t('saved'), undo, ...draft.saving() }));
  useSettingsForm({
    isClean,
    isSaving: form.isSubmitting || draft.isAwaited,
    isWrong: form.isWrong,
    submit: () => element.current?.requestSubmit(),
    discard,
  });
  const resetToOurs = async () => {
    if (own && !(await mutate(setBack(), { done: t('resetDone'), undo }))) return;
    discard();
  };
  const sendTest = () => call(() => api.accounts.testMail({ body: { kind, language, ...values } }), t('test.sent'));
  const editor = (field: keyof TemplateTexts) => ({
    label: t(field),
    value: values[field],
    lang: language,
    fields,
    insertLabel: t('insert'),
    disabled: !writable,
    onChange: (text: string) => change({ [field]: text }),
  });
  const isOurs = values.subject === ours.subject && values.body === ours.body;
  return (
    <div className="grid gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <form ref={element} noValidate onSubmit={form.submit} className="min-w-0">
        <fieldset disabled={!writable} className="flex flex-col gap-5">
          <Field label={t('subject')} error={say('subject')} conflict={conflict('subject')}>
            <TemplateText {...editor('subject')} isLine />
          </Field>
          <Field
            label={t('body')}
            hint={linkField && t('bodyHint', { field: t(`fields.${linkField}`) })}
            error={say('body')}
            conflict={conflict('body')}
          >
            <TemplateText {...editor('body')} />
          </Field>
          <div className="flex flex-wrap gap-3">
            <Button type="button" icon={<Send />} loading={busy} disabled={!form.read} onClick={() => void sendTest()}>
              {t('test.act')}
            </Button>
            {(own || !isOurs) && (
              <Button type="button" variant="quiet" onClick={() => void resetToOurs()}>
                {t('reset')}
              </Button>
            )}
          </div>
        </fieldset>
      </form>
      <MailPreview kind={kind} language={language} template={form.read ? values : null} />
    </div>
  );
}

/** Sample values of a mail's fields, for this studio. */
function useSampleFields(kind: MailTemplateKind, language: Language) {
  const { i18n } = useTranslation('mails', { lng: language });
  const { slug, ...account } = useAccount();
  const [now] = useState(Date.now);
  const { sample } = i18n.getResourceBundle(language, 'mails') as { sample: SampleTexts };
  return sampleFields(kind, language, sample, { ...account, page: `${location.origin}/p/${slug}` }, now);
}

interface MailPreviewProps {
  kind: MailTemplateKind;
  language: Language;
  /** Null while the form is invalid. */
  template: { subject: string; body: string } | null;
}

/** Renders the mail as it would be sent, with sample values. */
function MailPreview({ kind, language, template }: MailPreviewProps) {
  const { t } = useTranslation('mails');
  const id = useId();
  const texts = useMailTexts(language);
  const values = useSampleFields(kind, language);
  const sender = useMailSender();
  const mail = template && renderMessage({ kind, language, texts, template, values, sender });
  const heading = (
    <>
      <h2 id={id} className="text-lead font-semibold">
        {t('preview')}
      </h2>
      <p className="text-caption text-soft">{t('previewIntro')}</p>
    </>
  );
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4">
      <MailView mail={mail} language={language} heading={heading} />
    </section>
  );
}

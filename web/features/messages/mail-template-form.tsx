import { Send } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { Language } from '#core/domain/values/languages.ts';
import { findUnknownFields, TEMPLATE_FIELDS_BY_KIND } from '#core/domain/messages/message-templates.ts';
import { mailTemplate, type MailTemplateKind, type TemplateField } from '#core/domain/messages/messages.ts';
import { mutators } from '#core/zero/mutators.ts';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Textarea, TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';
import { MailPreview } from './mail-preview.tsx';

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

const token = (field: string) => `{{${field}}}`;

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
  const schema = useMemo(() => schemaOf(kind), [kind]);
  const body = useRef<HTMLTextAreaElement | null>(null);

  const linkField = TEMPLATE_FIELDS_BY_KIND[kind].find((field) => field === 'link' || field === 'payLink');
  const say = (field: keyof TemplateTexts) => {
    const key = form.fault(field) as TemplateFault | undefined;
    return key && t(key, { field: token(findUnknownFields(kind, values[field])[0] ?? '') });
  };
  const setTo = (words: TemplateTexts) =>
    mutators.mailTemplates.set({ kind, language, ...toTemplateTexts(words), now: Date.now() });
  const setBack = () => mutators.mailTemplates.reset({ kind, language, now: Date.now() });
  const undo = () => (own ? setTo(own) : setBack());
  const form = useForm(draft, schema, () => mutate(setTo(values), { done: t('saved'), undo, ...draft.saving() }));
  const resetToOurs = async () => {
    if (own && !(await mutate(setBack(), { done: t('resetDone'), undo }))) return;
    discard();
  };
  const sendTest = () => call(() => api.accounts.testMail({ body: { kind, language, ...values } }), t('test.sent'));
  const insert = (field: TemplateField) => {
    const at = body.current;
    if (!at) return;
    at.setRangeText(token(field), at.selectionStart, at.selectionEnd, 'end');
    change({ body: at.value });
    at.focus();
  };
  const isOurs = values.subject === ours.subject && values.body === ours.body;
  return (
    <div className="grid gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <form noValidate onSubmit={form.submit} className="min-w-0">
        <fieldset disabled={!writable} className="flex flex-col gap-5">
          <Field label={t('subject')} error={say('subject')} conflict={conflict('subject')}>
            <TextInput lang={language} autoComplete="off" {...form.input('subject')} />
          </Field>
          <Field
            label={t('body')}
            hint={linkField && t('bodyHint', { field: token(linkField) })}
            error={say('body')}
            conflict={conflict('body')}
          >
            <Textarea lang={language} rows={18} className="max-h-[40rem]" {...form.input('body')} ref={body} />
          </Field>
          <div role="group" aria-label={t('insert')} className="flex flex-col gap-2">
            <p className="text-caption font-medium">{t('insert')}</p>
            <div className="flex flex-wrap gap-2">
              {TEMPLATE_FIELDS_BY_KIND[kind].map((field) => (
                <Button key={field} type="button" size="small" onClick={() => insert(field)}>
                  {t(`fields.${field}`)}
                </Button>
              ))}
            </div>
          </div>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" variant={isClean ? 'secondary' : 'primary'} disabled={isClean}>
              {t('common:save')}
            </Button>
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

import { Send } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Language, LANGUAGES } from '#core/domain/values/languages.ts';
import { findUnknownFields, TEMPLATE_FIELDS_BY_KIND } from '#core/domain/messages/message-templates.ts';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { SegmentedControl } from '#web/components/ui/inputs/segmented-control.tsx';
import { TemplateText } from '#web/components/ui/inputs/template-text/lazy-template-text.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { type StepValues, textFault } from './step-values.ts';

type Texts = StepValues['texts'];

interface StepMailFieldsProps {
  texts: Texts;
  onChange: (texts: Texts) => void;
  /** True once the form was submitted. */
  checked: boolean;
  isMissing: boolean;
}

/** The texts of a mail in each language, with its fields and a test mail. */
export function StepMailFields({ texts, onChange, checked, isMissing }: StepMailFieldsProps) {
  const { t } = useTranslation(['automations', 'mails', 'common']);
  const { language: ofStudio } = useAccount();
  const api = useApi();
  const { call, busy } = useApiCall();
  const fields = useMemo(
    () => Object.fromEntries(TEMPLATE_FIELDS_BY_KIND.automation.map((name) => [name, t(`mails:fields.${name}`)])),
    [t],
  );
  const [chosen, setChosen] = useState<Language>(LANGUAGES.find((one) => textFault(texts[one])) ?? ofStudio);
  const text = texts[chosen];
  const fault = textFault(text);
  const change = (changes: Partial<typeof text>) => onChange({ ...texts, [chosen]: { ...text, ...changes } });
  const editor = (field: keyof typeof text) => ({
    label: t(`mails:${field}`),
    value: text[field],
    lang: chosen,
    fields,
    insertLabel: t('mails:insert'),
    onChange: (typed: string) => change({ [field]: typed }),
  });
  const errorOf = (field: 'subject' | 'body') => {
    const isEmpty = text[field].trim() === '';
    if (checked && isMissing && isEmpty) return t('step.wrong.texts');
    if (checked && fault === 'half' && isEmpty) {
      return t('step.wrong.half', { language: t(`common:languages.${chosen}`) });
    }
    const [unknown] = findUnknownFields('automation', text[field]);
    if (unknown !== undefined) return t('mails:unknownField', { field: `{{${unknown}}}` });
    return fault === `${field}Long` ? t(`mails:${field}Long`) : undefined;
  };
  const others = LANGUAGES.filter((one) => one !== chosen && textFault(texts[one]) !== null);
  const isWritten = fault === null && text.subject.trim() !== '';
  const sendTest = () =>
    call(
      () => api.accounts.testMail({ body: { kind: 'automation', language: chosen, ...text } }),
      t('mails:test.sent'),
    );
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-1.5">
        <div>
          <SegmentedControl
            label={t('step.language')}
            value={chosen}
            onChange={setChosen}
            options={LANGUAGES.map((value) => ({ value, label: t(`common:languages.${value}`) }))}
          />
        </div>
        <p className="text-caption text-soft">{t('step.languagesHint')}</p>
        {checked && others.length > 0 && (
          <p role="alert" className="text-caption text-danger">
            {t('step.wrong.half', { language: others.map((one) => t(`common:languages.${one}`)).join(', ') })}
          </p>
        )}
      </div>
      <Field label={t('mails:subject')} error={errorOf('subject')}>
        {/* Each language has its own undo history. */}
        <TemplateText key={chosen} {...editor('subject')} isLine />
      </Field>
      <Field
        label={t('mails:body')}
        hint={t('mails:bodyHint', { field: t('mails:fields.link') })}
        error={errorOf('body')}
      >
        <TemplateText key={chosen} {...editor('body')} />
      </Field>
      <div>
        <Button type="button" icon={<Send />} loading={busy} disabled={!isWritten} onClick={() => void sendTest()}>
          {t('mails:test.act')}
        </Button>
      </div>
    </div>
  );
}

import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '#core/domain/languages.ts';
import { renderMessage } from '#core/domain/mail-text.ts';
import type { MessageKind } from '#core/domain/messages.ts';
import { SegmentedControl } from '#web/components/ui/segmented-control.tsx';
import { useDefaultTexts } from './use-our-texts.ts';
import { useSampleFields } from './use-sample.ts';

interface MailPreviewProps {
  kind: MessageKind;
  language: Language;
  /** Null while what stands in the form could not be sent. */
  template: { subject: string; body: string } | null;
}

/** The very mail that would be sent, with an example in it. */
export function MailPreview({ kind, language, template }: MailPreviewProps) {
  const { t } = useTranslation('mails');
  const id = useId();
  const texts = useDefaultTexts(language);
  const values = useSampleFields(kind, language);
  const [view, setView] = useState<'html' | 'text'>('html');
  const mail = template && renderMessage({ kind, language, texts, template, values });
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id={id} className="text-lead font-semibold">
            {t('preview')}
          </h2>
          <p className="text-caption text-soft">{t('previewIntro')}</p>
        </div>
        <SegmentedControl
          label={t('preview')}
          value={view}
          onChange={setView}
          options={[
            { value: 'html', label: t('asHtml') },
            { value: 'text', label: t('asText') },
          ]}
        />
      </div>
      {mail ? (
        <div className="overflow-hidden rounded-card border border-line bg-raised">
          <p className="border-b border-line px-4 py-3 font-medium wrap-anywhere" lang={language}>
            {mail.subject}
          </p>
          {view === 'html' ? (
            // No script, no form, no way out: it is shown, and nothing more.
            <iframe
              title={t('previewOf')}
              sandbox=""
              srcDoc={mail.html}
              lang={language}
              className="block h-[38rem] w-full border-0 bg-white"
            />
          ) : (
            <pre
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard
              tabIndex={0}
              aria-label={t('previewOf')}
              role="region"
              lang={language}
              className="h-[38rem] overflow-auto p-4 font-mono text-caption whitespace-pre-wrap wrap-anywhere"
            >
              {mail.text}
            </pre>
          )}
        </div>
      ) : (
        <p className="rounded-card border border-dashed border-edge p-6 text-soft">{t('noPreview')}</p>
      )}
    </section>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '../ui/inputs/segmented-control.tsx';
import { MailFrame } from './mail-frame.tsx';

interface MailViewProps {
  /** Null while it cannot be shown. */
  mail: { subject: string; html: string; text: string } | null;
  language: string;
  /** Heading and introduction, beside the choice of formatted or plain text. */
  heading: React.ReactNode;
}

/** A rendered mail: its subject, and its content formatted or as plain text. */
export function MailView({ mail, language, heading }: MailViewProps) {
  const { t } = useTranslation('mails');
  const [view, setView] = useState<'html' | 'text'>('html');
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>{heading}</div>
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
            <MailFrame title={t('previewOf')} html={mail.html} language={language} />
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
    </>
  );
}

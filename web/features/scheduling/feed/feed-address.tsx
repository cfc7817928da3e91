import { useTranslation } from 'react-i18next';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { CopyField } from '#web/components/ui/copy-field.tsx';

const PROGRAMS = ['google', 'outlook', 'apple'] as const;

/** The address that was just made, and where it goes. It is shown this once. */
export function FeedAddress({ url }: { url: string }) {
  const { t } = useTranslation('feed');
  return (
    <div className="flex flex-col gap-5">
      <CopyField label={t('address')} value={url} hint={t('once')} />
      <div>
        {/* The scheme by which phones and desks know that an address is to be subscribed to, not fetched once. */}
        <a href={url.replace(/^https?:/, 'webcal:')} className={buttonClass()}>
          {t('open')}
        </a>
      </div>
      <div className="flex flex-col gap-2">
        <h3 className="font-medium">{t('how.title')}</h3>
        <ul className="flex list-disc flex-col gap-1 pl-5 text-soft">
          {PROGRAMS.map((program) => (
            <li key={program}>{t(`how.${program}`)}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}

import { useTranslation } from 'react-i18next';

const papers = ['bg-paper', 'bg-raised', 'bg-sunken', 'bg-accent-tint', 'bg-accent', 'bg-ink'];

export function TypeSection() {
  const { t } = useTranslation('design');
  return (
    <div className="flex flex-col gap-4">
      <p className="text-display">{t('type.display')}</p>
      <p className="text-title">{t('type.title')}</p>
      <p className="text-lead font-semibold">{t('type.lead')}</p>
      <p className="measure">{t('type.text')}</p>
      <p className="text-caption text-soft">{t('type.caption')}</p>
      <div aria-hidden className="flex flex-wrap gap-3">
        {papers.map((paper) => (
          <span key={paper} className={`size-12 rounded-print border border-line ${paper}`} />
        ))}
      </div>
    </div>
  );
}

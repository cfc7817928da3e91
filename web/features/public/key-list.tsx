import { useTranslation } from 'react-i18next';

/** What the keyboard does in the lightbox. */
export function KeyList() {
  const { t } = useTranslation('public');
  const keys = [
    ['← →', t('keys.step')],
    [t('keys.space'), t('keys.play')],
    ['Z', t('keys.zoom')],
    ['Esc', t('keys.close')],
    ['?', t('keys.help')],
  ] as const;
  return (
    <section
      aria-label={t('keys.title')}
      className="pswp__hide-on-close absolute top-[calc(env(safe-area-inset-top)+--spacing(15))] right-2 w-72 max-w-[calc(100%-1rem)] animate-appear rounded-control border border-line bg-raised p-4 text-ink shadow-lift"
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
        {keys.map(([key, does]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-print border border-edge px-1.5 font-sans text-caption whitespace-nowrap">
                {key}
              </kbd>
            </dt>
            <dd className="text-caption">{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

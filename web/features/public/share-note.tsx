import { useTranslation } from 'react-i18next';
import type { ShareOutcome } from './use-share.ts';

interface ShareNoteProps {
  outcome: ShareOutcome;
  url: string;
}

/** What became of sharing, at the foot of the window. A browser that refuses the clipboard gets the link to select. */
export function ShareNote({ outcome, url }: ShareNoteProps) {
  const { t } = useTranslation('public');
  return (
    <output className="pointer-events-none fixed inset-x-4 bottom-[calc(env(safe-area-inset-bottom)+--spacing(5))] z-50 flex justify-center">
      {outcome && (
        <span className="pointer-events-auto max-w-full animate-rise rounded-control bg-ink px-4 py-2.5 text-paper shadow-lift">
          {outcome === 'copied' ? t('share.copied') : t('share.refused')}
          {outcome === 'refused' && <span className="mt-1 block wrap-anywhere select-all">{url}</span>}
        </span>
      )}
    </output>
  );
}

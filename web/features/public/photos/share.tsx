import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#web/components/ui/inputs/button.tsx';

type ShareOutcome = 'copied' | 'refused' | null;

/** Time a note is shown, milliseconds: enough to read one line. */
const SHOWN_MS = 4000;

/** Opens the system's share sheet with a link; copies it if there is none. `note` goes to `ShareNote`. */
export function useShare() {
  const [outcome, setOutcome] = useState<ShareOutcome>(null);
  useEffect(() => {
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const share = async (link: { title: string; url: string }) => setOutcome(await shareLink(link));
  return { note: { outcome, onClose: () => setOutcome(null) }, share };
}

async function shareLink(link: { title: string; url: string }): Promise<ShareOutcome> {
  try {
    // On a desktop copy the link instead: the share sheet takes more steps there.
    if ('share' in navigator && matchMedia('(pointer: coarse)').matches) {
      await navigator.share(link);
      return null;
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
  }
  try {
    await navigator.clipboard.writeText(link.url);
    return 'copied';
  } catch {
    return 'refused';
  }
}

interface ShareNoteProps {
  outcome: ShareOutcome;
  /** Closes a link to select, which stays until then. */
  onClose: () => void;
  url: () => string;
}

/**
 * Shows the result of sharing at the bottom of the window, on phones above the lightbox's bar. Shows the link to select if
 * the clipboard is refused.
 */
export function ShareNote({ outcome, onClose, url }: ShareNoteProps) {
  const { t } = useTranslation(['public', 'common']);
  return (
    <output className="pointer-events-none fixed inset-x-4 bottom-[calc(env(safe-area-inset-bottom)+--spacing(5))] max-sm:bottom-[calc(env(safe-area-inset-bottom)+--spacing(17))] z-50 flex justify-center">
      {outcome && (
        <span className="pointer-events-auto flex max-w-full animate-rise gap-2 rounded-control bg-ink px-4 py-2.5 text-paper shadow-lift">
          <span>
            {t(`share.${outcome}`)}
            {outcome === 'refused' && <span className="mt-1 block wrap-anywhere select-all">{url()}</span>}
          </span>
          {outcome === 'refused' && (
            <IconButton
              label={t('common:close')}
              icon={<X aria-hidden />}
              onClick={onClose}
              className="-my-2.5 -mr-4 text-paper! hover:bg-transparent! outline-offset-[-4px] focus-visible:outline-paper"
            />
          )}
        </span>
      )}
    </output>
  );
}

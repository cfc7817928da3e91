import { Search } from 'lucide-react';
import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CommandPalette } from '#web/components/ui/command-palette.tsx';
import { useCommandKey } from '#web/components/ui/use-command-key.ts';
import { railLinkClass } from '#web/components/layout/place-link.tsx';
import { useCommands } from './use-commands.tsx';

const OpenContext = createContext<() => void>(() => {});

/** Ctrl/Cmd K on every screen below finds clients, sessions, galleries and what can be done. */
export function CommandPaletteProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const show = useCallback(() => setOpen(true), []);
  useCommandKey('k', show);
  return (
    <OpenContext value={show}>
      {children}
      {open && <OpenCommandPalette onClose={() => setOpen(false)} />}
    </OpenContext>
  );
}

/** Asks for its rows only while it is open. */
function OpenCommandPalette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('app');
  const groups = useCommands();
  const onOpenChange = useMemo(() => (open: boolean) => void (open || onClose()), [onClose]);
  return <CommandPalette open onOpenChange={onOpenChange} label={t('palette.label')} groups={groups} />;
}

/** A row of the rail; on a phone an icon. */
export function SearchButton() {
  const { t } = useTranslation('app');
  const open = use(OpenContext);
  return (
    <button type="button" onClick={open} aria-keyshortcuts="Control+K Meta+K" className={railLinkClass}>
      <span aria-hidden className="flex *:size-5 *:stroke-[1.5]">
        <Search />
      </span>
      <span className="max-md:sr-only">{t('palette.find')}</span>
    </button>
  );
}

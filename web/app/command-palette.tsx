import { useQuery } from '@rocicorp/zero/react';
import { CalendarDays, CornerDownRight, Images, Plus, Search, UserRound } from 'lucide-react';
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { DAY_MS, MINUTE_MS } from '#core/domain/durations.ts';
import { can } from '#core/domain/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { railLinkClass } from '#web/components/layout/app-shell.tsx';
import {
  CommandPalette,
  type CommandPaletteProps,
  useCommandKey,
} from '#web/components/ui/overlays/command-palette.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { customerHref, galleryHref, newSessionHref, paths, sessionHref } from '#web/lib/paths.ts';
import { settingsNav } from './settings-nav.ts';

/** Range of the sessions that the palette lists; older ones are listed on the client page. */
const [BACK_MS, AHEAD_MS] = [30 * DAY_MS, 180 * DAY_MS];

/** Returns the records and actions that the role may open, as groups of the palette. */
function useCommands(): CommandPaletteProps['groups'] {
  const { t } = useTranslation(['app', 'settings']);
  const navigate = useNavigate();
  const { role } = useAccount();
  const format = useFormat();
  // Rounded to the day, so that the query does not change every minute.
  const today = Math.floor(useNow() / DAY_MS) * DAY_MS;
  const [clients] = useQuery(queries.customers.list({ limit: 10_000 }));
  const [galleries] = useQuery(queries.galleries.list({ limit: 1000 }));
  const [sessions] = useQuery(queries.sessions.range({ from: today - BACK_MS, to: today + AHEAD_MS, limit: 2000 }));
  return useMemo(() => {
    const go = (to: string) => () => void navigate(to);
    const createCommand = (id: string, label: string, to: string) => ({ id, label, icon: <Plus />, onSelect: go(to) });
    const item = (label: string, to: string) => ({ id: to, label, icon: <CornerDownRight />, onSelect: go(to) });
    return [
      {
        label: t('palette.acts'),
        items: [
          ...(can(role, 'sessions.write') ? [createCommand('session', t('palette.newSession'), newSessionHref())] : []),
          ...(can(role, 'customers.write')
            ? [
                createCommand('client', t('palette.newClient'), `${paths.customers}?new`),
                createCommand('import', t('palette.importClients'), paths.importCustomers),
              ]
            : []),
          ...(can(role, 'galleries.write')
            ? [createCommand('gallery', t('palette.newGallery'), paths.newGallery)]
            : []),
        ],
      },
      {
        label: t('palette.clients'),
        items: clients.map(({ id, name, email }) => ({
          id,
          label: name,
          detail: email,
          icon: <UserRound />,
          onSelect: go(customerHref(id)),
        })),
      },
      {
        label: t('palette.sessions'),
        items: sessions.map(({ id, type, date, duration, customer, sessionType }) => ({
          id,
          label: [customer?.name, type || sessionType?.name].filter(Boolean).join(' · '),
          detail: format.span({ start: date, end: date + duration * MINUTE_MS }),
          icon: <CalendarDays />,
          onSelect: go(sessionHref(id)),
        })),
      },
      {
        label: t('palette.galleries'),
        items: galleries.map(({ id, name, customer }) => ({
          id,
          label: name,
          detail: customer?.name ?? '',
          icon: <Images />,
          onSelect: go(galleryHref(id)),
        })),
      },
      {
        label: t('palette.places'),
        items: [
          item(t('places.home'), paths.home),
          item(t('places.clients'), paths.clients),
          ...(can(role, 'money.read') ? [item(t('palette.payments'), paths.payments)] : []),
          item(t('places.scheduling'), paths.scheduling),
          item(t('palette.sessionTypes'), paths.sessionTypes),
          item(t('places.galleries'), paths.galleries),
          ...settingsNav(role).flatMap((group) =>
            group.items.map(({ name, to }) => item(`${t('places.settings')} · ${t(`settings:tabs.${name}`)}`, to)),
          ),
        ],
      },
    ];
  }, [t, navigate, role, format, clients, galleries, sessions]);
}

const OpenContext = createContext<() => void>(() => {});

/** Opens the palette with Ctrl/Cmd K on every screen below. */
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

/** Runs its queries only while it is open. */
function OpenCommandPalette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('app');
  const groups = useCommands();
  const onOpenChange = useMemo(() => (open: boolean) => void (open || onClose()), [onClose]);
  return <CommandPalette open onOpenChange={onOpenChange} label={t('palette.label')} groups={groups} />;
}

/** The search button: a row in the rail, an icon on phones. */
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

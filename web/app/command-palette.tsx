import { useQuery } from '@rocicorp/zero/react';
import {
  Banknote,
  BanknoteArrowDown,
  CalendarDays,
  CornerDownRight,
  Images,
  Languages,
  LogOut,
  Plus,
  Search,
  SunMoon,
  UserRound,
} from 'lucide-react';
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { DAY_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { LANGUAGES } from '#core/domain/values/languages.ts';
import { can } from '#core/domain/studio/roles.ts';
import { sessionEnd, sessionTitle } from '#core/domain/sessions/sessions.ts';
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
import { changeLanguage } from '#web/lib/i18n/i18n.ts';
import { customerHref, galleryHref, newSessionHref, paths, sessionHref } from '#web/lib/paths.ts';
import { THEMES, useTheme } from '#web/lib/theme/theme.tsx';
import { readRecentRecords, recordOfPath, SHOWN_RECORDS, useRecentRecords } from './recent-records.ts';
import { readOffers } from '#web/lib/env.ts';
import { settingsNav } from './settings-nav.ts';
import { useConfirmLeave, useSignOut } from './use-sign-out.tsx';

/** Range of the sessions that the palette lists; older ones are listed on the client page. */
const [BACK_MS, AHEAD_MS] = [30 * DAY_MS, 180 * DAY_MS];

/** Returns the records and actions that the role may open, as groups of the palette. */
function useCommands({ recentKey, signOut }: OpenCommandPaletteProps): CommandPaletteProps['groups'] {
  const { t } = useTranslation(['app', 'customers', 'insights', 'settings', 'common']);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { role } = useAccount();
  const format = useFormat();
  const preferences = usePreferenceCommands();
  // Constant while the palette is open.
  const [now] = useState(useNow());
  const [recent] = useState(() => readRecentRecords(recentKey).filter((id) => id !== recordOfPath(pathname)));
  // Rounded to the day, so that every opening on a day has the same query.
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const [clients] = useQuery(queries.customers.list({ limit: 10_000 }));
  const [contacts] = useQuery(queries.customers.contacts({ limit: 10_000 }));
  const [galleries] = useQuery(queries.galleries.list({ limit: 1000 }));
  const [sessions] = useQuery(queries.sessions.range({ from: today - BACK_MS, to: today + AHEAD_MS, limit: 2000 }));
  return useMemo(() => {
    const go = (to: string) => () => void navigate(to);
    const createCommand = (id: string, label: string, to: string) => ({ id, label, icon: <Plus />, onSelect: go(to) });
    const item = (label: string, to: string) => ({ id: to, label, icon: <CornerDownRight />, onSelect: go(to) });
    const people = Map.groupBy(contacts, ({ customerId }) => customerId);
    const numbersOf = (phone: string) => `${phone} ${phone.replaceAll(/\D/g, '')}`;
    const clientItems = clients.map(({ id, name, email, phone }) => ({
      id,
      label: name,
      detail: email || phone,
      keywords: [
        numbersOf(phone),
        ...(people.get(id) ?? []).flatMap((one) => [one.name, one.email, numbersOf(one.phone)]),
      ].join(' '),
      icon: <UserRound />,
      onSelect: go(customerHref(id)),
    }));
    const sessionItem = ({ id, date, duration, customer, ...titled }: (typeof sessions)[number]) => ({
      id,
      label: [customer?.name, sessionTitle(titled)].filter(Boolean).join(' · '),
      detail: format.span({ start: date, end: date + duration * MINUTE_MS }),
      icon: <CalendarDays />,
      onSelect: go(sessionHref(id)),
    });
    const upcoming = sessions.filter((session) => sessionEnd(session) > now).map(sessionItem);
    const past = sessions.filter((session) => sessionEnd(session) <= now).map(sessionItem);
    const galleryItems = galleries.map(({ id, name, customer }) => ({
      id,
      label: name,
      detail: customer?.name ?? '',
      icon: <Images />,
      onSelect: go(galleryHref(id)),
    }));
    const records = [...clientItems, ...upcoming, ...past, ...galleryItems];
    return [
      {
        label: t('palette.recent'),
        shown: 'before',
        items: recent.flatMap((id) => records.find((record) => record.id === id) ?? []).slice(0, SHOWN_RECORDS),
      },
      {
        label: t('palette.acts'),
        items: [
          ...(can(role, 'sessions.write') ? [createCommand('session', t('palette.newSession'), newSessionHref())] : []),
          ...(can(role, 'customers.write') ? [createCommand('client', t('palette.newClient'), paths.newCustomer)] : []),
          ...(can(role, 'galleries.write')
            ? [createCommand('gallery', t('palette.newGallery'), paths.newGallery)]
            : []),
          ...(can(role, 'site.write') ? [createCommand('page', t('palette.newPage'), `${paths.site}?new=page`)] : []),
          ...(can(role, 'money.write')
            ? [
                {
                  id: 'payment',
                  label: t('palette.recordPayment'),
                  icon: <Banknote />,
                  onSelect: go(`${paths.payments}?tab=due`),
                },
              ]
            : []),
        ],
      },
      {
        label: t('palette.moreActs'),
        shown: 'after',
        items: [
          ...(can(role, 'money.write')
            ? [{ id: 'refund', label: t('palette.refund'), icon: <BanknoteArrowDown />, onSelect: go(paths.payments) }]
            : []),
          ...(can(role, 'customers.write')
            ? [createCommand('import', t('palette.importClients'), paths.importCustomers)]
            : []),
          ...preferences,
          {
            id: 'sign-out',
            label: t('common:signOut'),
            keywords: t('palette.signOutWords'),
            icon: <LogOut />,
            onSelect: signOut,
          },
        ],
      },
      { label: t('palette.clients'), shown: 'after', items: clientItems },
      { label: t('palette.upcoming'), shown: 'after', items: upcoming },
      // The query returns the earliest first.
      { label: t('palette.past'), shown: 'after', items: past.toReversed() },
      { label: t('palette.galleries'), shown: 'after', items: galleryItems },
      {
        label: t('palette.places'),
        items: [
          item(t('places.home'), paths.home),
          item(t('insights:title'), paths.insights),
          ...(can(role, 'customers.read')
            ? [item(t('places.clients'), paths.clients), item(t('customers:tabs.leads'), paths.leads)]
            : []),
          ...(can(role, 'money.read') ? [item(t('palette.payments'), paths.payments)] : []),
          ...(can(role, 'sessions.read')
            ? [item(t('places.scheduling'), paths.scheduling), item(t('palette.sessionTypes'), paths.sessionTypes)]
            : []),
          ...(can(role, 'money.read') ? [item(t('palette.products'), paths.products)] : []),
          item(t('places.galleries'), paths.galleries),
          ...(can(role, 'site.write') ? [item(t('places.website'), paths.site)] : []),
          ...settingsNav(role, readOffers()).flatMap((group) =>
            group.items.map(({ name, to }) => ({
              ...item(`${t('places.settings')} · ${t(`settings:tabs.${name}`)}`, to),
              keywords: t(`settings:contents.${name}`),
            })),
          ),
        ],
      },
    ];
  }, [t, navigate, role, format, clients, contacts, galleries, sessions, now, recent, preferences, signOut]);
}

/** Returns the commands that set appearance and language, in the words of the user menu. */
function usePreferenceCommands() {
  const { t } = useTranslation('common');
  const { setTheme } = useTheme();
  return useMemo(
    () => [
      ...THEMES.map((theme) => ({
        id: `theme-${theme}`,
        label: `${t('theme')} · ${t(`themes.${theme}`)}`,
        icon: <SunMoon />,
        onSelect: () => setTheme(theme),
      })),
      ...LANGUAGES.map((language) => ({
        id: `language-${language}`,
        label: `${t('language')} · ${t(`languages.${language}`)}`,
        icon: <Languages />,
        onSelect: () => void changeLanguage(language),
      })),
    ],
    [t, setTheme],
  );
}

const OpenContext = createContext<() => void>(() => {});

/** Opens the palette with Ctrl/Cmd K on every screen below. */
export function CommandPaletteProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const show = useCallback(() => setOpen(true), []);
  const recentKey = useRecentRecords();
  const { leave, dialog } = useConfirmLeave({ signsOut: true });
  const signOut = useSignOut();
  useCommandKey('k', show);
  return (
    <OpenContext value={show}>
      {children}
      {open && (
        <OpenCommandPalette
          recentKey={recentKey}
          signOut={() => leave(() => void signOut())}
          onClose={() => setOpen(false)}
        />
      )}
      {dialog}
    </OpenContext>
  );
}

interface OpenCommandPaletteProps {
  /** Storage key of the recently opened records. */
  recentKey: string;
  signOut: () => void;
  onClose: () => void;
}

/** Runs its queries only while it is open. */
function OpenCommandPalette(props: OpenCommandPaletteProps) {
  const { onClose } = props;
  const { t } = useTranslation('app');
  const groups = useCommands(props);
  const onOpenChange = useMemo(() => (open: boolean) => void (open || onClose()), [onClose]);
  return <CommandPalette open onOpenChange={onOpenChange} label={t('palette.label')} groups={groups} />;
}

const IS_APPLE = /^(Mac|iP)/.test(navigator.platform);

/** The search button: a row in the rail with its shortcut, an icon on phones. */
export function SearchButton() {
  const { t } = useTranslation('app');
  const open = use(OpenContext);
  return (
    <button type="button" onClick={open} aria-keyshortcuts="Control+K Meta+K" className={railLinkClass}>
      <span aria-hidden className="flex *:size-5 *:stroke-[1.5]">
        <Search />
      </span>
      <span className="max-md:sr-only">{t('palette.find')}</span>
      <kbd
        aria-hidden
        className="ml-auto rounded-[4px] border border-line px-1.5 font-sans text-caption group-data-narrow/rail:hidden max-md:hidden"
      >
        {IS_APPLE ? '⌘K' : 'Ctrl K'}
      </kbd>
    </button>
  );
}

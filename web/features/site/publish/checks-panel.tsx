import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SiteCheck } from '#core/domain/site/site-checks.ts';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { PermittedPhotos } from '../pictures/permitted-photos.tsx';
import { SearchResult } from './search-result.tsx';
import { type Publishing, usePublishing } from './use-publishing.ts';
import { type SiteChecks, useSiteChecks } from './use-site-checks.ts';

/** Shows a page in the editor, and selects a block on it. */
export type GoTo = (pageId: string, blockId?: string) => void;

interface ChecksPanelProps {
  /** The page to check; without it the whole site. */
  pageId?: string;
  onGo: GoTo;
}

/** Says what could be better on a page, or on all pages, before it is published. */
export function ChecksPanel({ pageId, onGo }: ChecksPanelProps) {
  const publishing = usePublishing();
  const page = publishing.drafts.find(({ id }) => id === pageId);
  const { checks, isKnown } = useSiteChecks(publishing);
  const shown = pageId === undefined ? checks : checks.filter((check) => check.pageId === pageId);
  return (
    <div className="flex flex-col gap-6">
      <CheckList checks={shown} isKnown={isKnown && publishing.isComplete} publishing={publishing} onGo={onGo} />
      {page && <SearchResult page={page} search={publishing.search} />}
      <PermittedPhotos pages={page ? [page] : publishing.drafts} />
    </div>
  );
}

interface CheckListProps extends Pick<SiteChecks, 'checks' | 'isKnown'> {
  publishing: Publishing;
  onGo?: GoTo | undefined;
}

/** Findings by page, blocking ones first; or a line if there are none. */
export function CheckList({ checks, isKnown, publishing, onGo }: CheckListProps) {
  const { t } = useTranslation('publishing');
  if (!isKnown) return <LoadingPlaceholder className="h-16" isPart />;
  if (checks.length === 0) {
    return (
      <p className="flex items-center gap-2 text-soft">
        <CircleCheck aria-hidden className="size-5 shrink-0 text-success" strokeWidth={1.5} />
        {t('checks.fine')}
      </p>
    );
  }
  // Pages that cannot be published come first.
  const sorted = [...checks.filter(({ severity }) => severity === 'blocks'), ...checks];
  const pageIds = [...new Set(sorted.map(({ pageId }) => pageId))];
  const titleOf = (pageId: string | null) =>
    pageId === null ? t('checks.site') : (publishing.drafts.find(({ id }) => id === pageId)?.title ?? '');
  return (
    <div className="flex flex-col gap-4">
      {pageIds.map((pageId) => (
        <section key={pageId} aria-label={titleOf(pageId)} className="flex flex-col">
          {pageIds.length > 1 && <h3 className="font-medium">{titleOf(pageId)}</h3>}
          <ul className="divide-y divide-line">
            {checks
              .filter((check) => check.pageId === pageId)
              .map((check, index) => (
                <Finding key={index} check={check} onGo={onGo} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Finding({ check, onGo }: { check: SiteCheck; onGo?: GoTo | undefined }) {
  const { t } = useTranslation('publishing');
  const { title, hint } = useCheckText()(check);
  const { pageId, blockId, severity } = check;
  const isBlocking = severity === 'blocks';
  const Icon = isBlocking ? CircleAlert : TriangleAlert;
  return (
    <li className="flex min-h-control items-start gap-3 py-2.5">
      <Icon
        aria-hidden
        className={isBlocking ? 'mt-0.5 size-5 shrink-0 text-danger' : 'mt-0.5 size-5 shrink-0 text-warning'}
        strokeWidth={1.5}
      />
      <div className="min-w-0 grow">
        <p className="wrap-anywhere">
          {isBlocking && <span className="sr-only">{t('checks.blocking')} </span>}
          {title}
        </p>
        {hint && <p className="text-caption wrap-anywhere text-soft">{hint}</p>}
      </div>
      {check.rule === 'photo' && (
        <AllowPhoto photoId={String(check.values?.['photoId'])} name={String(check.values?.['name'])} />
      )}
      {pageId !== null && onGo && (
        <Button
          size="small"
          className="shrink-0"
          aria-label={t('checks.goTo', { what: title })}
          onClick={() => onGo(pageId, blockId)}
        >
          {t('checks.go')}
        </Button>
      )}
    </li>
  );
}

/** Records that a photo of a gallery that is not public may be shown on the website. */
function AllowPhoto({ photoId, name }: { photoId: string; name: string }) {
  const { t } = useTranslation('publishing');
  const { role } = useAccount();
  const mutate = useMutation();
  const [asking, setAsking] = useState(false);
  if (!can(role, 'photos.write')) return null;
  const decide = (isPermitted: boolean) =>
    mutators.site.permitPhotos({ photoIds: [photoId], isPermitted, now: Date.now() });
  const allow = () => {
    setAsking(false);
    void mutate(decide(true), { done: t('allow.done', { name }), undo: () => decide(false) });
  };
  return (
    <>
      <Button
        size="small"
        writes
        className="shrink-0"
        aria-label={t('allow.photo', { name })}
        onClick={() => setAsking(true)}
      >
        {t('allow.act')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        tone="primary"
        title={t('allow.title', { name })}
        description={t('allow.text')}
        confirmLabel={t('allow.act')}
        onConfirm={allow}
      />
    </>
  );
}

/** Returns a finding in words, and what to do about it. */
function useCheckText(): (check: SiteCheck) => { title: string; hint: string } {
  const { t } = useTranslation(['publishing', 'branding']);
  const format = useFormat();
  return ({ rule, values = {} }) => {
    const text = (key: string) => String(values[key] ?? '');
    const count = Number(values['count'] ?? 0);
    const language = text('language') && languageName(format.locale, text('language'));
    const name = text('name') || t('checks.unknownName');
    const hint = t(`hints.${rule}`);
    switch (rule) {
      case 'path':
        return { title: t('rules.path', { title: text('title') }), hint };
      case 'photo':
        return { title: t('rules.photo', { name }), hint };
      case 'hiddenPhoto':
        return { title: text('name') ? t('rules.hiddenPhoto', { name }) : t('rules.photoGone'), hint };
      case 'gallery':
        return { title: text('name') ? t('rules.gallery', { name }) : t('rules.galleryGone'), hint };
      case 'alt':
        return { title: t('rules.alt', { count }), hint };
      case 'longTitle':
        return { title: t('rules.longTitle', { count }), hint };
      case 'sameTitle':
        return { title: t('rules.sameTitle', { path: `/${text('path')}` }), hint };
      case 'language':
        return { title: t('rules.language', { language }), hint };
      case 'translation':
        return { title: t('rules.translation', { count, language }), hint };
      case 'weight': {
        const [bytes, photoBytes] = [format.bytes(Number(values['bytes'])), format.bytes(Number(values['photoBytes']))];
        return { title: t('rules.weight', { bytes }), hint: t('hints.weightOf', { name, bytes: photoBytes }) };
      }
      case 'contrast': {
        const { key, chosen, shown, contrast } = values;
        const color = t(`branding:colors.${key as 'textColor'}`);
        const repair = {
          name: color,
          chosen: String(chosen),
          shown: String(shown),
          contrast: format.number(Number(contrast)),
        };
        return { title: t('branding:repairs.item', repair), hint };
      }
      default:
        return { title: t(`rules.${rule}`), hint };
    }
  };
}

/** "Catalan", in the reader's language. */
function languageName(locale: string, language: string): string {
  return new Intl.DisplayNames(locale, { type: 'language' }).of(language) ?? language;
}

import { clsx } from 'clsx';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readReleasePages } from '#core/domain/site/site.ts';
import { SegmentedControl } from '#web/components/ui/inputs/segmented-control.tsx';
import { PreviewWindow } from './preview-window.tsx';
import { PreviewControls, useDevice } from './preview-controls.tsx';
import { textDifferences, textsOfPage } from './text-differences.ts';
import type { Publishing, ReleaseRow } from './use-publishing.ts';

const SIDES = ['release', 'draft'] as const;
type Side = (typeof SIDES)[number];

/** A page of a release beside its draft, and the texts that only one of them has. */
export function CompareRelease({ release, publishing }: { release: ReleaseRow; publishing: Publishing }) {
  const { t } = useTranslation('publishing');
  const { drafts, defaultPage } = publishing;
  const released = useMemo(() => readReleasePages(release.pages), [release.pages]);
  const pages = [...drafts, ...released.filter(({ id }) => !drafts.some((draft) => draft.id === id))];
  const home = pages.find(({ path }) => path === defaultPage) ?? pages[0];
  const [pageId, setPage] = useState(home?.id ?? '');
  const [side, setSide] = useState<Side>('release');
  const [device, setDevice] = useDevice();
  const draft = drafts.find(({ id }) => id === pageId);
  const shown = { release: released.find(({ id }) => id === pageId), draft };
  const [texts, setTexts] = useState<Partial<Record<string, readonly string[]>>>({});
  const keyOf = (one: Side) => `${one}:${pageId}:${one === 'draft' ? draft?.updatedAt : ''}`;
  const [before, now] = SIDES.map((one) => (shown[one] ? texts[keyOf(one)] : []));
  return (
    // As high as a dialog may be, so that nothing moves when the differences are known.
    <div className="flex min-h-[calc(90dvh-6rem)] flex-col gap-5">
      <PreviewControls pages={pages} pageId={pageId} onPage={setPage} device={device} onDevice={setDevice} />
      <div className="md:hidden">
        <SegmentedControl
          label={t('compare.side')}
          value={side}
          onChange={setSide}
          options={SIDES.map((value) => ({ value, label: t(`compare.${value}`) }))}
        />
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        {SIDES.map((one) => {
          const page = shown[one];
          return (
            <section key={one} aria-label={t(`compare.${one}`)} className={clsx(one !== side && 'max-md:hidden')}>
              <h3 className="pb-2 font-medium max-md:sr-only">{t(`compare.${one}`)}</h3>
              <div className="h-[45dvh]">
                {page ? (
                  <PreviewWindow
                    title={t('compare.frame', { side: t(`compare.${one}`), page: page.title })}
                    releaseId={one === 'release' ? release.id : null}
                    path={page.path}
                    device={device}
                    version={one === 'draft' ? draft?.updatedAt : 0}
                    onLoad={(found) => setTexts((known) => ({ ...known, [keyOf(one)]: textsOfPage(found) }))}
                  />
                ) : (
                  <p className="text-soft">{t(`compare.missing.${one}`)}</p>
                )}
              </div>
            </section>
          );
        })}
      </div>
      {before && now && <Differences before={before} now={now} />}
    </div>
  );
}

/** Names the texts that were taken out since the release, and those that are new. */
function Differences({ before, now }: { before: readonly string[]; now: readonly string[] }) {
  const { t } = useTranslation('publishing');
  const { removed, added } = textDifferences(before, now);
  if (removed.length + added.length === 0) return <p className="text-soft">{t('compare.same')}</p>;
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {[
        { title: t('compare.removed'), texts: removed },
        { title: t('compare.added'), texts: added },
      ].map(({ title, texts }) => (
        <section key={title} aria-label={title} className="flex flex-col gap-2">
          <h3 className="font-medium">{title}</h3>
          {texts.length === 0 ? (
            <p className="text-soft">{t('compare.none')}</p>
          ) : (
            <ul className="divide-y divide-line border-y border-line">
              {texts.map((text) => (
                <li key={text} className="py-2 wrap-anywhere">
                  {text}
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </div>
  );
}

import type { ReadonlyJSONValue } from '@rocicorp/zero';
import { useTranslation } from 'react-i18next';
import { type Row } from '#core/domain/site/page-rows.ts';
import { readPageRows } from '#core/domain/site/page-upgrade.ts';
import { type PageKind, type PageSettings } from '#core/domain/site/pages.ts';
import { mutators } from '#core/zero/mutators.ts';
import { newId } from '#web/lib/ids.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { copyOfRows } from '../editor/parts.ts';
import { type DraftPage, isPost } from '../use-site.ts';
import { proposePath } from './propose-path.ts';

interface NewPage {
  title: string;
  path: string;
  kind: PageKind;
  rows?: readonly Row[];
  description?: string;
  settings?: PageSettings;
}

/** Returns the changes of the list of pages. Pages and posts share one order. */
export function usePageActions(pages: readonly DraftPage[], defaultPage: string) {
  const { t } = useTranslation('website');
  const mutate = useMutation();
  const now = Date.now;
  const next = Math.max(-1, ...pages.map(({ order }) => order)) + 1;

  const create = async ({ kind, rows = [], settings, ...page }: NewPage): Promise<string | null> => {
    const id = newId();
    const own: PageSettings = kind === 'post' ? { kind, date: now() } : { kind, menu: true };
    const request = mutators.pages.create({
      id,
      ...page,
      rows: rows as unknown as ReadonlyJSONValue[],
      settings: { ...own, ...settings },
      order: next,
      now: now(),
    });
    return (await mutate(request)) ? id : null;
  };

  const duplicate = (page: DraftPage) => {
    const kind: PageKind = isPost(page) ? 'post' : 'page';
    const title = t('pages.copyOf', { title: page.title }).slice(0, 200);
    const path = proposePath(title, kind, new Set(pages.map((one) => one.path)));
    const settings = { ...page.settings, menu: false } as PageSettings;
    const rows = copyOfRows(readPageRows(page), newId);
    return create({ kind, title, path, rows, description: page.description, settings });
  };

  const remove = (page: DraftPage) => {
    const { id, path, title, description, layout, settings, order } = page;
    const rows = readPageRows(page) as unknown as ReadonlyJSONValue[];
    return mutate(mutators.pages.remove({ id, now: now() }), {
      done: t('pages.deleted', { title }),
      undo: () => mutators.pages.create({ id, path, title, description, layout, settings, order, rows, now: now() }),
    });
  };

  const setHome = ({ path, title }: DraftPage) =>
    mutate(mutators.site.update({ changes: { defaultPage: path }, now: now() }), {
      done: t('pages.homeSet', { title }),
      undo: () => mutators.site.update({ changes: { defaultPage }, now: now() }),
    });

  const setInMenu = ({ id, settings }: DraftPage, menu: boolean) =>
    mutate(mutators.pages.update({ id, changes: { settings: { ...settings, menu } as PageSettings }, now: now() }));

  /** Puts a page before or after another one; `beside` is in the same list. */
  const move = (id: string, beside: string, side: 'before' | 'after') => {
    const others = pages.map((page) => page.id).filter((other) => other !== id);
    const at = others.indexOf(beside) + (side === 'after' ? 1 : 0);
    return mutate(mutators.pages.reorder({ pageIds: others.toSpliced(at, 0, id), now: now() }));
  };

  return { create, duplicate, remove, setHome, setInMenu, move };
}

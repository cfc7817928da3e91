import { useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { readPageRows } from '#core/domain/site/page-upgrade.ts';
import { mutators } from '#core/zero/mutators.ts';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { readStored, removeStored, writeStored } from '#web/lib/browser/storage.ts';
import { useEventCallback } from '#web/lib/browser/use-event-callback.ts';
import { useDraftPrefix } from '#web/lib/forms/draft-storage.ts';
import type { MutationOutcome } from '#web/lib/sync/mutation-status.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';
import type { DraftPage } from '../use-site.ts';
import { type EditNotice, PageEdits } from './page-edits.ts';
import type { TypedField } from './typed-fields.ts';

const INTERRUPTED: Promise<MutationOutcome> = Promise.resolve({ state: 'interrupted' });

/** Returns the fields of a stored draft; parts that are none are left out. */
function readFields(stored: unknown): TypedField[] {
  return (Array.isArray(stored) ? (stored as Partial<TypedField>[]) : []).filter(
    (field): field is TypedField => typeof field?.id === 'string' && Array.isArray(field.path) && 'value' in field,
  );
}

/** The edits of this person on a page. Typed text survives a reload, a closed window and a lost connection. */
export function usePageEditor(page: DraftPage) {
  const { t } = useTranslation(['website', 'errors']);
  const mutate = useMutation();
  const toast = useToast();
  const isWritable = useWritable();
  const storageKey = `${useDraftPrefix()}page-text:${page.id}`;
  const [left] = useState(() => readStored(storageKey));

  const onNotice = useEventCallback((notice: EditNotice | 'leftover', code?: string) => {
    const ofRules = notice === 'refused' && code !== undefined;
    const title = ofRules
      ? t(`errors:${code as 'internal'}`, { defaultValue: t('errors:internal') })
      : t(`notices.${notice}`);
    toast({ title, tone: 'danger' });
  });
  const send = useEventCallback(async (ops: Parameters<PageEdits['apply']>[0]) => {
    let outcome = INTERRUPTED;
    const request = mutators.pages.apply({ id: page.id, ops, now: Date.now() });
    const applied = await mutate(request, { silent: true, onSubmitted: (result) => void (outcome = result) });
    return { applied, outcome };
  });
  const store = useEventCallback((fields: readonly TypedField[]) =>
    fields.length > 0 ? writeStored(storageKey, fields) : removeStored(storageKey),
  );
  const [edits] = useState(() => new PageEdits({ send, onNotice, store }));

  const { id, rows: stored, blocks } = page;
  const rows = useMemo(() => readPageRows({ id, rows: stored, blocks }), [id, stored, blocks]);
  useLayoutEffect(() => edits.setStored(rows), [edits, rows]);
  useEffect(() => {
    if (!edits.restore(readFields(left))) onNotice('leftover');
  }, [edits, left, onNotice]);
  useEffect(() => edits.setWritable(isWritable), [edits, isWritable]);
  useEffect(() => {
    const flush = () => edits.flush();
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', flush);
    return () => {
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [edits]);
  return { edits, ...useSyncExternalStore(edits.subscribe, edits.snapshot) };
}

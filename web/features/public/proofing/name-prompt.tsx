import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { readStored, writeStored } from '#web/lib/browser/storage.ts';
import type { Choosing } from './choosing-store.ts';
import { ownId } from './project-view.ts';
import { useChoosing } from './use-choosing.ts';

const visitKey = (galleryId: string) => `choosing-visit:${galleryId}`;

/**
 * Remembers the visit in which the visitor first chose a photo. Returns true in every later visit.
 * @param hasChosen true once the visitor has chosen something
 */
function isLaterVisit(galleryId: string, hasChosen: boolean): boolean {
  const key = visitKey(galleryId);
  const isFirst = readStored(key, 'window') !== null;
  const before = readStored(key);
  if (hasChosen && before === null) {
    writeStored(key, 'chosen');
    writeStored(key, 'first', 'window');
  }
  return before === 'chosen' && !isFirst;
}

/** Asks a person who comes back for a name, once. */
export function NamePrompt({ choosing, onName }: { choosing: Choosing; onName: () => void }) {
  const { t } = useTranslation('choosing');
  const { view } = useChoosing(choosing);
  const { galleryId } = choosing;
  const [isClosed, setClosed] = useState(false);
  const hasChosen = view?.picks.some(({ personId }) => personId === ownId(view)) ?? false;
  const isAsked = isLaterVisit(galleryId, hasChosen);
  if (!view?.person || view.person.name || isClosed || !isAsked || !hasChosen) return null;
  return (
    <Banner
      title={t('name.ask')}
      action={
        <Button size="small" onClick={onName}>
          {t('name.give')}
        </Button>
      }
      onDismiss={() => {
        writeStored(visitKey(galleryId), 'asked');
        setClosed(true);
      }}
    >
      {t('name.why')}
    </Banner>
  );
}

import { useQuery } from '@rocicorp/zero/react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { sourceName } from '#core/domain/galleries/pick-export.ts';
import { pickedIds } from '#core/domain/galleries/pick-rules.ts';
import { roundChanges } from '#core/domain/galleries/proofing.ts';
import { queries } from '#core/zero/queries.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import type { Proofing } from '../use-proofing.ts';
import type { ListSummary } from './list-summary.ts';

interface RoundsProps {
  proofing: Proofing;
  summary: ListSummary;
}

/** The submitted rounds, and the changes from one to the next and since. */
export function Rounds({ proofing, summary: { list, picks } }: RoundsProps) {
  const { t } = useTranslation('proofing');
  const id = useId();
  const format = useFormat();
  const [rounds] = useQuery(queries.proofing.rounds({ listId: list.id }));
  const [latest] = rounds;
  if (!latest) return null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 border-t border-line pt-6">
      <h3 id={id} className="font-semibold">
        {t('rounds.title')}
      </h3>
      <ol className="flex flex-col gap-5">
        {list.status === 'open' && (
          <li className="flex flex-col gap-1">
            <p className="font-medium">{t('rounds.since', { round: latest.round })}</p>
            <Changes proofing={proofing} before={latest.photoIds} after={[...pickedIds(picks)]} />
          </li>
        )}
        {rounds.map((round, index) => {
          const before = rounds[index + 1];
          return (
            <li key={round.round} className="flex flex-col gap-1">
              <p data-figures className="flex flex-wrap gap-x-3">
                <span className="font-medium">
                  {t('rounds.one', { round: round.round, when: format.dateTime(round.submittedAt) })}
                </span>
                <span className="text-soft">
                  {t('rounds.photos', { count: round.photoIds.length })}
                  {round.personId && ` ${t('rounds.by', { name: proofing.nameOf(round.personId).name })}`}
                </span>
              </p>
              {round.note && <p className="measure whitespace-pre-wrap">{t('rounds.note', { note: round.note })}</p>}
              {before && <Changes proofing={proofing} before={before.photoIds} after={round.photoIds} />}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

interface ChangesProps {
  proofing: Proofing;
  before: readonly string[];
  after: readonly string[];
}

/** Names of the photos that were added and removed. */
function Changes({ proofing, before, after }: ChangesProps) {
  const { t } = useTranslation('proofing');
  const { added, removed } = roundChanges(before, after);
  if (added.length === 0 && removed.length === 0) return <p className="text-soft">{t('rounds.same')}</p>;
  const names = (ids: readonly string[]) => {
    const wanted = new Set(ids);
    const present = proofing.photos.filter((photo) => wanted.has(photo.id));
    const gone = ids.length - present.length;
    return [...present.map(sourceName), ...(gone > 0 ? [t('rounds.gone', { count: gone })] : [])].join(', ');
  };
  return (
    <ul className="measure text-soft wrap-anywhere">
      {added.length > 0 && <li>{t('rounds.added', { names: names(added) })}</li>}
      {removed.length > 0 && <li>{t('rounds.removed', { names: names(removed) })}</li>}
    </ul>
  );
}

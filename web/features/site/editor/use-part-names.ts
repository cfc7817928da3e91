import { useTranslation } from 'react-i18next';
import type { Language } from '#core/domain/values/languages.ts';
import { isKnownBlock } from '#core/domain/site/page-blocks.ts';
import { type Row } from '#core/domain/site/page-rows.ts';
import { firstWords } from './outline-items.ts';
import { findPart } from './parts.ts';

/** The kind of a part, and its first words; both are shown, only the first is always there. */
interface PartName {
  kind: string;
  words: string;
}

/** Returns the names of parts as outline, inspector and announcements have them. */
export function usePartNames(languages: { language: Language; studioLanguage: Language }) {
  const { t } = useTranslation(['website', 'blocks']);
  const nameOf = (rows: readonly Row[], id: string): PartName => {
    const found = findPart(rows, id);
    if (found?.kind === 'block') {
      const { part } = found;
      const kind = isKnownBlock(part) ? t(`blocks:kinds.${part.kind}`) : t('outline.unknown');
      return { kind, words: firstWords(part, languages) };
    }
    if (found?.kind === 'cell') return { kind: t('outline.column', { number: found.index + 1 }), words: '' };
    const blocks = found?.row.cells.flatMap((cell) => cell.blocks) ?? [];
    const words = blocks.map((block) => firstWords(block, languages)).find(Boolean);
    const kinds = [...new Set(blocks.filter(isKnownBlock).map(({ kind }) => t(`blocks:kinds.${kind}`)))];
    return { kind: t('outline.row', { number: (found?.index ?? 0) + 1 }), words: words ?? kinds.join(', ') };
  };
  const fullName = (rows: readonly Row[], id: string) => {
    const { kind, words } = nameOf(rows, id);
    return words ? t('outline.named', { kind, words }) : kind;
  };
  return { nameOf, fullName };
}

import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/button.tsx';
import type { DuplicateChoice } from './upload-item.ts';

interface DuplicatesQuestionProps {
  count: number;
  onAnswer: (answer: DuplicateChoice) => void;
}

/** One question for all; the other files go on meanwhile. */
export function DuplicatesQuestion({ count, onAnswer }: DuplicatesQuestionProps) {
  const { t } = useTranslation('uploads');
  return (
    <div className="flex flex-col gap-2.5 border-t border-line px-4 py-3">
      <p role="status">{t('duplicates.question', { count })}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" variant="primary" onClick={() => onAnswer('skip')}>
          {t('duplicates.skip')}
        </Button>
        <Button size="small" onClick={() => onAnswer('keep')}>
          {t('duplicates.keep')}
        </Button>
      </div>
    </div>
  );
}

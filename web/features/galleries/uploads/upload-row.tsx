import { useTranslation } from 'react-i18next';
import { ProgressRow } from '#web/components/ui/progress-row.tsx';
import { formatBytes } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import { isPending, type Uploads, type UploadItem, type UploadState } from './upload-item.ts';

const LOOKS = {
  waiting: 'waiting',
  uploading: 'active',
  completing: 'active',
  done: 'done',
  failed: 'failed',
  refused: 'failed',
} as const satisfies Record<UploadState, 'waiting' | 'active' | 'done' | 'failed'>;

export function UploadRow({ item, uploads }: { item: UploadItem; uploads: Uploads }) {
  const { t } = useTranslation('errors');
  const { photoId, state } = item;
  return (
    <ProgressRow
      name={item.filename}
      state={LOOKS[state]}
      value={state === 'completing' ? null : item.sent / item.size}
      detail={
        item.code
          ? t(item.code as 'unknown', { defaultValue: t('unknown') })
          : formatBytes(item.size, currentLanguage())
      }
      {...(isPending(item) && { onCancel: () => uploads.cancel(photoId) })}
      {...(state === 'failed' && { onRetry: () => uploads.retry(photoId) })}
    />
  );
}

import { useTranslation } from 'react-i18next';
import type { SessionStatus } from '#core/domain/sessions.ts';
import { Tag, type Tone } from '#web/components/ui/tag.tsx';

const TONES = {
  inquiry: 'warning',
  scheduled: 'accent',
  declined: 'neutral',
  confirmed: 'success',
  completed: 'neutral',
  cancelled: 'neutral',
  no_show: 'danger',
} as const satisfies Record<SessionStatus, Tone>;

export function StatusTag({ status }: { status: SessionStatus }) {
  const { t } = useTranslation('sessions');
  return <Tag tone={TONES[status]}>{t(`status.${status}`)}</Tag>;
}

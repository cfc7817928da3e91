import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/button.tsx';
import { usePagePart } from './page-part.ts';

export interface ErrorScreenProps {
  title?: string;
  description?: string;
  /** For support: a code or the error's own words, shown small. */
  detail?: string | undefined;
  retryLabel?: string;
  /** Default: reloads the page (spec §8). */
  onRetry?: () => void;
}

/** When a screen cannot be shown. The texts are the spec's §8 unless given. */
export function ErrorScreen({ title, description, detail, retryLabel, onRetry }: ErrorScreenProps) {
  const { t } = useTranslation('common');
  const { kind, headingId } = usePagePart();
  // Beside its list it is a part of the page, which has its `main`.
  const isPart = kind === 'detail';
  const Frame = isPart ? 'div' : 'main';
  return (
    <Frame
      {...(!isPart && { id: 'content' })}
      className="mx-auto flex min-h-[70dvh] max-w-[30rem] flex-col items-start justify-center gap-6 px-5 py-16"
    >
      <div role="alert" className="flex flex-col gap-2">
        <h1 {...(headingId && { id: headingId })} className="text-title">
          {title ?? t('crash.title')}
        </h1>
        <p className="text-soft">{description ?? t('crash.description')}</p>
      </div>
      <Button variant="primary" onClick={onRetry ?? (() => location.reload())}>
        {retryLabel ?? t('retry')}
      </Button>
      {detail && (
        <p className="text-caption wrap-anywhere text-soft">
          {`${t('crash.details')}: `}
          <code className="font-mono">{detail}</code>
        </p>
      )}
    </Frame>
  );
}

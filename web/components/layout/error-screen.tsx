import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/button.tsx';

export interface ErrorScreenProps {
  title?: string;
  description?: string;
  /** For support: a code or the error's own words, shown small. */
  detail?: string | undefined;
  retryLabel?: string;
  /** Default: reloads the page (spec §8). */
  onRetry?: () => void;
  /** Of a part of a page, which has its `main` already: names that part. */
  headingId?: string | undefined;
}

/** When a screen cannot be shown. The texts are the spec's §8 unless given. */
export function ErrorScreen({ title, description, detail, retryLabel, onRetry, headingId }: ErrorScreenProps) {
  const { t } = useTranslation('common');
  const Frame = headingId ? 'div' : 'main';
  return (
    <Frame
      {...(!headingId && { id: 'content' })}
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

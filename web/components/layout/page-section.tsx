import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useWritable } from '#web/lib/sync/writable.ts';
import { Button } from '../ui/inputs/button.tsx';

interface PageSectionProps {
  title: string;
  /** A button or link beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A list right below the heading shares its rule. */
const listClass = '[&>:first-child+.divide-y]:border-t-0';

/** A titled section of a page. */
export function PageSection({ title, action, children }: PageSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={clsx('flex flex-col gap-4 [&>:first-child+.divide-y]:-mt-4', listClass)}>
      <div className="flex min-h-control flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line [&>h2]:grow [&>h2+*]:max-w-full">
        <h2 id={id} className="text-lead font-semibold">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}

interface IntroSectionProps {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
}

/** A section of a settings page, with an introduction below its title. */
export function IntroSection({ title, intro, children }: IntroSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={clsx('flex flex-col gap-5 [&>:first-child+.divide-y]:-mt-5', listClass)}>
      <div className="flex flex-col gap-1 border-b border-line pb-3">
        <h2 id={id} className="text-lead font-semibold">
          {title}
        </h2>
        {intro && <p className="measure wrap-anywhere text-soft">{intro}</p>}
      </div>
      {children}
    </section>
  );
}

interface SubmitRowProps {
  /** A verb. */
  label: string;
  /** True if there are no unsaved changes. */
  clean?: boolean;
  loading?: boolean;
}

/** Submit row of a form: the button, and the reason why it is disabled. */
export function SubmitRow({ label, clean = false, loading = false }: SubmitRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Button type="submit" variant={clean ? 'secondary' : 'primary'} writes disabled={clean} loading={loading}>
        {label}
      </Button>
      <WaitingNote />
    </div>
  );
}

interface StickySubmitProps extends SubmitRowProps {
  /** Drops the changes; offered while there are any. */
  discard: { label: string; onDiscard: () => void };
  /** Further buttons. */
  children?: ReactNode;
}

/** Submit row that stays at the window's bottom, for long forms beside a preview. */
export function StickySubmit({ discard, children, ...row }: StickySubmitProps) {
  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-2 border-t border-line bg-paper px-4 py-3 max-md:bottom-14 md:mx-0 md:px-0">
      <SubmitRow {...row} />
      {!row.clean && (
        <Button variant="quiet" onClick={discard.onDiscard}>
          {discard.label}
        </Button>
      )}
      {children}
    </div>
  );
}

/** Tells why a button that writes is disabled; nothing otherwise. */
export function WaitingNote() {
  const { t } = useTranslation('common');
  return !useWritable() && <p className="text-caption text-soft">{t('waiting')}</p>;
}

import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from '#web/components/ui/inputs/button.tsx';

interface SettingsSectionProps {
  title: string;
  intro?: string;
  /** Shows the error or the success message. */
  notice?: ReactNode;
  saveLabel: string;
  saving: boolean;
  disabled: boolean;
  /** True without changes: Save is then disabled. */
  clean: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}

/** A section of the settings with its own Save button. */
export function SettingsSection(props: SettingsSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <form noValidate onSubmit={props.onSubmit}>
        <fieldset disabled={props.disabled} className="flex min-w-0 flex-col gap-5">
          <div className="flex flex-col gap-1 border-b border-line pb-3">
            <h2 id={id} className="text-lead font-semibold">
              {props.title}
            </h2>
            {props.intro && <p className="measure text-soft">{props.intro}</p>}
          </div>
          {props.notice}
          {props.children}
          <div>
            <Button
              type="submit"
              variant={props.clean ? 'secondary' : 'primary'}
              loading={props.saving}
              disabled={props.clean}
            >
              {props.saveLabel}
            </Button>
          </div>
        </fieldset>
      </form>
    </section>
  );
}

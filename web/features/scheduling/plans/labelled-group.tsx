import { useId, type ReactNode } from 'react';

interface LabelledGroupProps {
  label: string;
  error: string | undefined;
  className: string;
  children: ReactNode;
}

/** Several controls that are one answer: their label above, and what is wrong with them below. */
export function LabelledGroup({ label, error, className, children }: LabelledGroupProps) {
  const id = useId();
  return (
    <div
      data-wrong={error ? '' : undefined}
      role="group"
      aria-labelledby={id}
      aria-describedby={error && `${id}-error`}
      className={className}
    >
      <span id={id} className="text-caption font-medium">
        {label}
      </span>
      {children}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-caption text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

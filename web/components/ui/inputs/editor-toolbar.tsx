import { Toolbar } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';

export interface EditorAction {
  label: string;
  icon: ReactNode;
  isActive: boolean;
  onClick: () => void;
}

interface EditorToolbarProps {
  label: string;
  actions: readonly EditorAction[];
  /** Further controls, after the buttons. */
  children?: ReactNode;
}

/** Buttons above an edited text: one of them is in the Tab order, arrow keys move between them. */
export function EditorToolbar({ label, actions, children }: EditorToolbarProps) {
  return (
    <Toolbar.Root
      aria-label={label}
      className="flex flex-wrap items-center rounded-t-control border border-b-0 border-edge bg-sunken p-0.5"
    >
      {actions.map((action) => (
        <Toolbar.Button key={action.label} asChild>
          <IconButton
            label={action.label}
            icon={action.icon}
            aria-pressed={action.isActive}
            // The selection in the text stays.
            onMouseDown={(event) => event.preventDefault()}
            onClick={action.onClick}
            className="rounded-control! aria-pressed:bg-accent-tint aria-pressed:text-accent md:size-9"
          />
        </Toolbar.Button>
      ))}
      {children}
    </Toolbar.Root>
  );
}

import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { useWritable } from '#web/lib/sync/writable.ts';

export interface MenuItem {
  label: string;
  onSelect: () => void;
  icon?: ReactNode;
  /** Keyboard shortcut, as text. */
  shortcut?: string;
  tone?: 'danger';
  disabled?: boolean;
  /** True if it changes synced data: disabled while Zero refuses writes. */
  writes?: boolean;
  /** Makes the item a radio item; true for the chosen one. */
  checked?: boolean;
}

export interface MenuGroup {
  label?: string;
  items: readonly MenuItem[];
}

interface MenuProps {
  /** A Button or IconButton. */
  trigger: ReactElement;
  groups: readonly MenuGroup[];
  align?: 'start' | 'center' | 'end';
  onOpenChange?: (open: boolean) => void;
  /** Called when the focus returns to the trigger, which `preventDefault` prevents. */
  onCloseAutoFocus?: (event: Event) => void;
}

/** A menu of actions behind one button. */
export function Menu({ trigger, groups, align = 'end', onOpenChange, onCloseAutoFocus }: MenuProps) {
  return (
    // Not modal: the modal menu locks scrolling with an injected style element, which the CSP refuses.
    <DropdownMenu.Root modal={false} {...(onOpenChange && { onOpenChange })}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          {...(onCloseAutoFocus && { onCloseAutoFocus })}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 animate-appear overflow-y-auto rounded-control border border-line bg-raised p-1 text-ink shadow-lift"
        >
          {groups.map((group, index) => (
            <DropdownMenu.Group
              key={group.label ?? index}
              {...(group.label && { 'aria-label': group.label })}
              className={clsx(index > 0 && 'mt-1 border-t border-line pt-1')}
            >
              {group.label && (
                <DropdownMenu.Label className="px-3 pt-2 pb-1 text-caption text-soft">{group.label}</DropdownMenu.Label>
              )}
              {group.items.map((item, position) => (
                // Labels may repeat: two studios may have the same name.
                <Item key={`${position}-${item.label}`} {...item} />
              ))}
            </DropdownMenu.Group>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Item({ label, onSelect, icon, shortcut, tone, disabled = false, writes = false, checked }: MenuItem) {
  const writable = useWritable();
  const shared = {
    onSelect,
    disabled: disabled || (writes && !writable),
    className: clsx(
      'flex min-h-control cursor-default items-center gap-3 rounded-[4px] px-3 outline-none select-none data-highlighted:bg-hover data-disabled:opacity-50 md:min-h-9',
      tone === 'danger' && 'text-danger',
    ),
  };
  const content = (
    <>
      {icon && (
        <span aria-hidden className="flex *:size-4 *:stroke-[1.75]">
          {icon}
        </span>
      )}
      <span className="grow">{label}</span>
      {shortcut && <kbd className="font-sans text-caption text-soft">{shortcut}</kbd>}
      {checked && <Check aria-hidden className="size-4" />}
    </>
  );
  if (checked === undefined) return <DropdownMenu.Item {...shared}>{content}</DropdownMenu.Item>;
  return (
    <DropdownMenu.CheckboxItem {...shared} checked={checked}>
      {content}
    </DropdownMenu.CheckboxItem>
  );
}

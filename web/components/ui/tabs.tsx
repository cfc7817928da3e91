import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { tabClass, tabListClass } from './tab-class.ts';

export interface TabsProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  tabs: readonly { value: Value; label: string; count?: string; content: ReactNode }[];
}

/** Panels of one screen. Tabs with an address of their own are TabLinks. */
export function Tabs<Value extends string>({ label, value, onChange, tabs }: TabsProps<Value>) {
  return (
    <Primitive.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <Primitive.List aria-label={label} className={tabListClass}>
        {tabs.map((tab) => (
          <Primitive.Trigger key={tab.value} value={tab.value} className={tabClass}>
            {tab.label}
            {tab.count !== undefined && <span className="text-soft">{tab.count}</span>}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.value} value={tab.value} className="pt-6">
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}

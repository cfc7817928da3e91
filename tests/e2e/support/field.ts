import { expect, type Locator } from '@playwright/test';

/** Waits until a field has this value, or an editor this text. */
export async function expectTyped(field: Locator, text: string): Promise<void> {
  const typed = () =>
    field.evaluate((element: Element & { value?: string }) => element.value ?? (element as HTMLElement).innerText);
  await expect.poll(typed).toBe(text);
}

import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

interface Look {
  /** Only these are held. */
  rules?: string[];
  /** A CSS selector: only what is in it is looked at. */
  within?: string;
}

/** Fails on what axe calls serious or critical, naming rule and element. */
export async function expectNothingSerious(page: Page, screen: string, { rules, within }: Look = {}): Promise<void> {
  await arrived(page);
  // Legacy: without another tab for each look, which only pages with frames of strangers need.
  // Of what is right only that it is: its details are half of the work.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (rules) axe.withRules(rules);
  if (within) axe.include(within);
  const { violations } = await axe.analyze();
  const found = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary ?? ''}`));
  expect(found, screen).toEqual([]);
}

/** A dialog that still fades or slides in is none to axe, and what lies behind it then seems to be hidden by mistake. */
async function arrived(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter(({ playState, effect }) => {
      return playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;
    });
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}

import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

interface Look {
  /** Impacts that fail a test. */
  rules?: string[];
  /** A CSS selector that limits the audit to its content. */
  within?: string;
}

/** Fails on violations of impact serious or critical, naming rule and element. */
export async function expectNothingSerious(page: Page, screen: string, { rules, within }: Look = {}): Promise<void> {
  await arrived(page);
  // Legacy mode opens no second tab for each audit; only pages with cross-origin frames need one. For passed rules only
  // the fact is reported: their details are half of the work.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (rules) axe.withRules(rules);
  if (within) axe.include(within);
  const { violations } = await axe.analyze();
  const found = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary ?? ''}`));
  expect(found, screen).toEqual([]);
}

/**
 * Waits for the end of dialog animations: axe takes a fading dialog for none, and then reports the content behind it as
 * hidden by mistake.
 */
async function arrived(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter(({ playState, effect }) => {
      return playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;
    });
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}

import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Fails on what axe calls serious or critical, naming rule and element. With `rules`, only these are held. */
export async function expectNothingSerious(page: Page, screen: string, rules: string[] = []): Promise<void> {
  // Legacy: without another tab for each look, which only pages with frames of strangers need.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze();
  const found = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary ?? ''}`));
  expect(found, screen).toEqual([]);
}

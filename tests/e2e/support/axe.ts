import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

interface Look {
  /** Rules to check; all by default. */
  rules?: string[];
  /** Whether to audit the contrast of colours, as by default. */
  colours?: boolean;
  /** A CSS selector that limits the audit to its content. */
  within?: string;
}

/**
 * Rules whose violations are never serious; looking for landmarks takes a good part of an audit, and so does loading the
 * media for `no-autoplay-audio`.
 */
const LESSER = [
  'aria-allowed-role',
  'empty-heading',
  'form-field-multiple-labels',
  'heading-order',
  'image-redundant-alt',
  'landmark-banner-is-top-level',
  'landmark-complementary-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'no-autoplay-audio',
  'page-has-heading-one',
  'presentation-role-conflict',
  'region',
  'skip-link',
];

/** Fails on violations of impact serious or critical, naming rule and element. */
export async function expectNothingSerious(
  page: Page,
  screen: string,
  { rules, colours = true, within }: Look = {},
): Promise<void> {
  // Parsing axe takes longer than most audits: a document gets it once. The product's only frame, the preview of a mail,
  // runs no scripts, so axe could not enter it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  await arrived(page);
  // For passed rules only the fact is reported: their details are half of the work.
  const options: RunOptions = {
    iframes: false,
    resultTypes: ['violations'],
    rules: Object.fromEntries(
      [...LESSER, ...(colours ? [] : ['color-contrast'])].map((rule) => [rule, { enabled: false }]),
    ),
    ...(rules && { runOnly: rules }),
  };
  const violations = await page.evaluate(
    async ([context, given]) => (await window.axe.run(context ?? document, given)).violations,
    [within, options] as const,
  );
  const found = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary ?? ''}`));
  expect(found, screen).toEqual([]);
}

declare global {
  interface Window {
    axe: typeof axe;
  }
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

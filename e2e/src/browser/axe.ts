import { expect, type Page } from '@playwright/test'
import axeCore, { type RunOptions } from 'axe-core'

/** The rules that a screen seen before can newly break: in its other theme, and at another width. */
const RULES_OF = {
  theme: ['color-contrast', 'link-in-text-block'],
  width: ['target-size', 'scrollable-region-focusable'],
}

export type RulesOf = keyof typeof RULES_OF

/**
 * Fails with a readable list when axe finds anything on the page as it is: by all rules that are not experiments, with
 * those of WCAG 2.2 that are off by default, or by a part of them. `name` is what the failure calls the page.
 */
export async function expectNoFindings(page: Page, name: string, only?: RulesOf): Promise<void> {
  // Only one example of what passes: their whole lists take longer to send than to find. The portal has no media.
  const options: RunOptions = { resultTypes: ['violations'], preload: false }
  // In the middle of a transition a color is one that nobody reads.
  await page.settled({ only: 'paint' })
  if (only) options.runOnly = RULES_OF[only]
  else options.rules = { 'target-size': { enabled: true } }
  expect(await findingsOf(page, options), `axe findings on ${name}`).toEqual([])
}

async function findingsOf(page: Page, options: RunOptions): Promise<string[]> {
  // Once a document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source)
  return page.evaluate(async (chosen) => {
    const { axe } = window as unknown as { axe: typeof axeCore }
    const { violations } = await axe.run(document, chosen)
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')}\n${failureSummary ?? ''}`,
      ),
    )
  }, options)
}

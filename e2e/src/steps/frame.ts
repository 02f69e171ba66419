import type { Page } from '@playwright/test'
import { expect } from '../browser/fixtures.ts'

/** The frame around the screens, as people see and hear it. */
export function frame(page: Page) {
  const bar = page.getByRole('banner')
  return {
    logo: bar.getByRole('link').first(),
    row: bar.getByRole('navigation', { name: 'Main' }),
    menuButton: page.getByRole('button', { name: 'Menu', exact: true }),
    /** The choice among several counties; in the overlay of a phone, or else in the bar. */
    county: page.getByLabel('County you work for').filter({ visible: true }),
    accountMenu: bar.getByRole('button', { name: /^Account menu of/u }),
    overlay: page.getByRole('dialog', { name: 'Menu' }),
    footer: page.getByRole('contentinfo'),
  }
}

/** Widths in pixels: the navigation bar changes its form between the first two (specification, section 2). */
export const WIDTH = { desktop: 768, belowDesktop: 767, phone: 360, wide: 1440 } as const

export async function setWidth(page: Page, width: number, height = 900): Promise<void> {
  await page.setViewportSize({ width, height })
}

/** Resolves when a change of screen in progress is over. Until then the address is still the old one. */
export async function navigated(page: Page): Promise<void> {
  await page.settled({ only: 'paint' })
  await expect(page.locator('[class^="_progress_"]')).toHaveCount(0)
}

import type { Page } from 'playwright-core'
import type { Picture } from './picture.ts'

/** The scenarios that are shown as a month, each with the height of its picture. */
const months = { city: 480, huge: 230, 'multi-day': 480 }

/** The scenarios that are shown as a list of the month. */
const lists = ['empty', 'today', 'rtl', 'long-text', 'pseudo']

/** The scenarios that are shown by the details of an event. */
const details = ['city', 'no-images', 'nulls']

const waitForCount = (page: Page) => page.locator('.count[data-state=ready]').first().waitFor()

async function openEvent(page: Page): Promise<void> {
  await page.locator('.ec-event').first().click()
  await page.locator('dialog[open]').waitFor()
}

const narrow = { window: [424, 900], scale: 1.5 } as const

/** The cities that are shown as a month, each in its language. */
const cities = { berlin: 'de', cairo: 'ar' } as const

export const scenarioPictures: readonly Picture[] = [
  ...(['berlin', 'cairo'] as const).map((city) => ({
    name: `month-${city}`,
    path: '/#calendar',
    options: { cities: [city], now: '2026-12-01T12:00:00Z' }, // no day of the month is over
    settings: { language: cities[city] },
    window: [900, 820] as const,
    scale: 1,
    element: '.pane',
    prepare: waitForCount,
  })),
  ...Object.entries(months).map(([scenario, height]) => ({
    name: `month-${scenario}`,
    path: '/#calendar',
    options: { scenario },
    window: [760, 700] as const,
    scale: 1,
    element: '.pane',
    height,
    prepare: waitForCount,
  })),
  ...lists.map((scenario) => ({
    ...narrow,
    name: `list-${scenario}`,
    path: '/#calendar',
    options: { scenario },
    element: '.pane',
    height: 240,
    prepare: waitForCount,
  })),
  ...details.map((scenario) => ({
    ...narrow,
    name: `event-${scenario}`,
    path: '/#calendar',
    options: { scenario },
    element: 'dialog[open]',
    height: 420,
    prepare: openEvent,
  })),
]

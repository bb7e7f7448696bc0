import type { Visitor } from '../journey.ts'
import { openAccount } from '../pages/back-office.ts'
import { demo } from '../people.ts'
import type { Scene } from './scene.ts'

const office = { as: demo.superUser, device: 'desk' } as const

/** A page of a warehouse, from its card. */
async function ofStock(
  { page, say }: Visitor,
  link: 'plan' | 'history' | 'settings' | 'site' | 'boxes',
  name = 'Moabit',
): Promise<void> {
  await page
    .getByRole('article')
    .filter({ hasText: name })
    .getByRole('link', { name: say(`backoffice.stocks.${link}`) })
    .first()
    .click()
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** What stands before whoever works in the back office, money aside. */
export const staffScenes: readonly Scene[] = [
  { ...office, name: 'overview', at: '/', frame: 'window' },
  { ...office, name: 'requests', at: '/appeal' },
  {
    ...office,
    name: 'warehouse-settings',
    at: '/stocks',
    show: async (visitor) => {
      await ofStock(visitor, 'settings')
      return visitor.page.getByRole('main')
    },
  },
  {
    ...office,
    name: 'boxes-series',
    at: '/stocks',
    show: async (visitor) => {
      const { page, say } = visitor
      await ofStock(visitor, 'boxes')
      await page
        .getByRole('link', { name: say('boxes.list.add') })
        .first()
        .click()
      await page.getByText(say('boxes.form.series'), { exact: true }).click()
      await page.getByLabel(say('boxes.series.field')).fill('YC401–YC424')
      return page.getByRole('main')
    },
  },
  {
    ...office,
    name: 'category',
    at: '/boxcats',
    show: async ({ page, say }) => {
      await page
        .getByRole('link', { name: new RegExp(`^${say('boxes.cats.edit')}`) })
        .first()
        .click()
      await page.getByLabel(say('boxes.cats.minSize')).first().waitFor()
      return page.getByRole('main')
    },
  },
  { ...office, name: 'rent-rises', at: '/rent-rises' },
  {
    ...office,
    name: 'plan-editor',
    at: '/stocks',
    show: async (visitor) => {
      const { page, say } = visitor
      await ofStock(visitor, 'plan')
      await page.getByRole('link', { name: say('boxes.plan.edit') }).click()
      await page.getByRole('toolbar', { name: say('plan.tool.label') }).waitFor()
      return page.getByRole('main')
    },
  },
  {
    ...office,
    name: 'boxes',
    at: '/stocks',
    show: async (visitor) => {
      await ofStock(visitor, 'boxes')
      return visitor.page.getByRole('main')
    },
  },
  { ...office, name: 'roles', at: '/roles' },
  {
    ...office,
    name: 'identity-reject',
    at: '/users',
    show: async (visitor) => {
      const { page, say } = visitor
      await openAccount(visitor, demo.unverified)
      await page
        .getByRole('button', { name: new RegExp(`^${say('backoffice.kyc.reject')}`) })
        .first()
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox').fill('The photo is blurred. Please take it again in daylight.')
      return dialog
    },
  },
  {
    ...office,
    name: 'site',
    at: '/stocks',
    show: async (visitor) => {
      const { page, say } = visitor
      await ofStock(visitor, 'site')
      await page.getByText(say('site.health.answers')).first().waitFor()
      return page.getByRole('main')
    },
  },
  {
    ...office,
    name: 'announcement',
    at: '/notifications',
    show: async ({ page, say }) => {
      await page
        .getByRole('button', { name: say('messages.notifications.add') })
        .first()
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(say('messages.notifications.titleEn')).fill('The gate is being repaired')
      await dialog
        .getByLabel(say('messages.notifications.descriptionEn'))
        .fill('On Saturday until noon please use the door beside it.')
      return dialog
    },
  },
  { ...office, name: 'report-occupancy', at: '/reports' },
  { ...office, name: 'report-rent-roll', at: '/reports?report=rent-roll' },
]

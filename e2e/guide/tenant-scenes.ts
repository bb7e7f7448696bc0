import { demo } from '../people.ts'
import { wordsWith } from '../pages/words.ts'
import type { Visitor } from '../journey.ts'
import type { Scene } from './scene.ts'

const open = { as: demo.client, device: 'phone', at: '/my-boxes' } as const

/** The first contract of one's own, by the link at its box. */
async function openContract({ page, say }: Visitor): Promise<void> {
  await page.getByRole('link', { name: say('mybox.box.lease'), exact: true }).first().click()
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** What a tenant has before him at the gate and on the sofa. */
export const tenantScenes: readonly Scene[] = [
  { ...open, name: 'my-boxes', languages: ['de', 'ru'] },
  {
    ...open,
    name: 'open-box',
    show: async ({ page, say }) => {
      await page
        .getByRole('button', { name: new RegExp(`^${say('mybox.box.open')}`) })
        .first()
        .click()
      return page.getByRole('dialog')
    },
  },
  {
    ...open,
    name: 'automatic',
    frame: 'whole',
    show: async (visitor) => {
      await openContract(visitor)
      return visitor.page.getByRole('region', { name: visitor.say('debits.title') })
    },
  },
  { ...open, name: 'support', at: '/support' },
  {
    ...open,
    name: 'invoices',
    at: '/',
    show: async ({ page, say }) => {
      await page.getByRole('link', { name: say('shell.tabs.invoices'), exact: true }).click()
      return page.getByRole('region', { name: say('billing.title') })
    },
  },
  {
    ...open,
    name: 'pin',
    at: '/',
    frame: 'whole',
    show: async ({ page, say }) => {
      await page.getByRole('link', { name: wordsWith(say, 'shell.profile', 'name') }).click()
      return page.getByRole('region', { name: say('backoffice.pin.title') })
    },
  },
  {
    ...open,
    as: demo.debtor,
    name: 'debt',
    languages: ['de', 'ru'],
  },
  {
    ...open,
    as: demo.debtor,
    name: 'why-this-amount',
    show: async (visitor) => {
      const { page, say } = visitor
      await page.getByRole('link', { name: say('shell.tabs.invoices'), exact: true }).click()
      const list = page.getByRole('region', { name: say('billing.title') })
      await list.getByRole('button', { expanded: false }).first().click()
      await page.getByText(say('billing.why.title'), { exact: true }).scrollIntoViewIfNeeded()
      return list
    },
  },
  { ...open, as: demo.ending, name: 'ending', languages: ['de', 'ru'] },
  {
    ...open,
    as: demo.ending,
    name: 'extend',
    show: async ({ page, say }) => {
      await page.getByRole('button', { name: new RegExp(`^${say('mybox.box.extend')}`) }).first().click()
      return page.getByRole('dialog')
    },
  },
  {
    ...open,
    as: demo.ending,
    name: 'leave',
    languages: ['de', 'ru'],
    show: async ({ page, say }) => {
      await page.getByRole('button', { name: new RegExp(`^${say('mybox.box.leave')}`) }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(say('contracts.settlement.leaving.title')).waitFor()
      return dialog
    },
  },
  {
    as: demo.unverified,
    device: 'phone',
    at: '/',
    name: 'identity-tenant',
    frame: 'whole',
    show: async ({ page, say }) => {
      await page.getByRole('link', { name: wordsWith(say, 'shell.profile', 'name') }).click()
      return page.getByRole('region', { name: say('backoffice.kyc.title') })
    },
  },
]

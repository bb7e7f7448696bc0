import type { Visitor } from '../journey.ts'
import { openAccount } from '../pages/back-office.ts'
import { demo } from '../people.ts'
import type { Scene } from './scene.ts'

const office = { as: demo.superUser, device: 'desk' } as const

/** The contracts of somebody, and of them the first. */
async function openContract(visitor: Visitor, email: string): Promise<void> {
  const { page, say } = visitor
  await openContracts(visitor, email)
  await page
    .getByRole('main')
    .getByRole('link', { name: /^\d{4}-\d+$/ })
    .first()
    .click()
  await page.getByRole('region', { name: say('billing.title') }).waitFor()
}

async function openContracts(visitor: Visitor, email: string): Promise<void> {
  const { page, say } = visitor
  await openAccount(visitor, email)
  await page
    .getByRole('main')
    .getByRole('link', { name: say('backoffice.user.contracts'), exact: true })
    .click()
  await page.getByRole('heading', { level: 1, name: say('contracts.title'), exact: true }).waitFor()
}

/** What stands before whoever looks after contracts and money. */
export const moneyScenes: readonly Scene[] = [
  {
    ...office,
    name: 'contract',
    at: '/users',
    show: async (visitor) => {
      await openContract(visitor, demo.client)
      return visitor.page.getByRole('main')
    },
  },
  {
    ...office,
    name: 'move-box',
    at: '/users',
    show: async (visitor) => {
      const { page, say } = visitor
      await openContract(visitor, demo.client)
      await page.getByRole('button', { name: say('life.transfer.button') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(say('life.transfer.box')).click()
      await page.getByRole('option').nth(4).click()
      await dialog.getByRole('heading', { name: say('life.transfer.cost') }).waitFor()
      return dialog
    },
  },
  {
    ...office,
    name: 'close-contract',
    at: '/users',
    show: async (visitor) => {
      const { page, say } = visitor
      await openContracts(visitor, demo.client)
      await page
        .getByRole('button', { name: new RegExp(`^${say('people.contracts.close')}`) })
        .first()
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('table').waitFor()
      return dialog
    },
  },
  {
    ...office,
    name: 'mark-paid',
    at: '/users',
    frame: 'whole',
    show: async (visitor) => {
      const { page, say } = visitor
      await openAccount(visitor, demo.debtor)
      const list = page.getByRole('region', { name: say('billing.title') })
      await list.getByRole('button', { expanded: false }).first().click()
      await list.getByText(say('books.dates.accountingDate')).first().waitFor()
      return list
    },
  },
  {
    ...office,
    name: 'credit',
    at: '/users',
    show: async (visitor) => {
      const { page, say } = visitor
      await openAccount(visitor, demo.debtor)
      const list = page.getByRole('region', { name: say('billing.title') })
      await list.getByRole('button', { expanded: false }).first().click()
      await list
        .getByRole('button', { name: new RegExp(`^${say('books.correct.button')}`) })
        .first()
        .click()
      return page.getByRole('dialog')
    },
  },
  { ...office, name: 'debtors', at: '/debtors' },
  {
    ...office,
    name: 'late-fees',
    at: '/stocks',
    frame: 'whole',
    show: async ({ page, say }) => {
      const card = page.getByRole('article').filter({ hasText: 'Moabit' })
      await card
        .getByRole('link', { name: say('backoffice.stocks.settings') })
        .first()
        .click()
      return page.getByRole('region', { name: say('sites.nav.fees') })
    },
  },
  { ...office, name: 'month-close', at: '/month-close' },
]

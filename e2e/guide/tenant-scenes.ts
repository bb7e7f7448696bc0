import { demo } from '../people.ts'
import { wordsWith } from '../pages/words.ts'
import { BookPage } from '../pages/book-page.ts'
import type { Visitor } from '../journey.ts'
import type { Scene } from './scene.ts'

const open = { as: demo.client, device: 'phone', at: '/my-boxes' } as const

/** Of the product that is looked at, whose pictures are taken on a day of their own. */
function dayAfter(days: number): string {
  const day = process.env['DOCS_DAY']
  const now = day === undefined ? Temporal.Now.instant() : Temporal.Instant.from(day)
  return now.toZonedDateTimeISO('Europe/Berlin').toPlainDate().add({ days }).toString()
}

/** The first contract of one's own, by the link at its box. */
async function openContract({ page, say }: Visitor): Promise<void> {
  await page
    .getByRole('link', { name: say('mybox.box.lease'), exact: true })
    .first()
    .click()
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
    name: 'book-payment',
    at: '/book',
    show: async (visitor) => {
      const { page, say } = visitor
      const book = new BookPage(visitor)
      await book.chooseStock('Moabit')
      await book.chooseSize('S')
      await page.getByRole('radio', { name: say('booking.boxStep.views.list'), exact: true }).press('Space')
      await book.inList().first().click()
      await page.getByRole('button', { name: say('booking.sheet.next') }).click()
      await book.chooseTerms({ arrival: dayAfter(2), months: 3 })
      await book.toDocuments()
      const drawer = page.getByRole('dialog')
      await drawer.getByRole('checkbox', { name: say('booking.papers.agree') }).check()
      await drawer.getByRole('checkbox', { name: say('booking.papers.adult') }).check()
      await drawer.getByRole('textbox', { name: say('booking.papers.name') }).fill('Анна Соколова')
      await drawer.getByRole('button', { name: say('booking.papers.toPayment') }).click()
      await drawer.getByRole('group', { name: say('booking.pay.how') }).waitFor()
      await drawer.getByText(say('paying.methods.sepaText')).waitFor()
      return drawer
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
      await page
        .getByRole('button', { name: new RegExp(`^${say('mybox.box.extend')}`) })
        .first()
        .click()
      return page.getByRole('dialog')
    },
  },
  {
    ...open,
    as: demo.ending,
    name: 'leave',
    languages: ['de', 'ru'],
    show: async ({ page, say }) => {
      await page
        .getByRole('button', { name: new RegExp(`^${say('mybox.box.leave')}`) })
        .first()
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('heading', { name: say('contracts.settlement.leaving.title') }).waitFor()
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

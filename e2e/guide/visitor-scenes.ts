import { BookPage } from '../pages/book-page.ts'
import type { Scene } from './scene.ts'

/** Of euros and metres: what most readers of these pages know. */
const STOCK = 'Moabit'

/** What somebody sees who has no account yet. */
export const visitorScenes: readonly Scene[] = [
  { name: 'book-stocks', as: null, device: 'desk', at: '/book' },
  {
    name: 'book-plan',
    as: null,
    device: 'desk',
    at: '/book',
    show: async (visitor) => {
      const book = new BookPage(visitor)
      await book.chooseStock(STOCK)
      await book.chooseSize('M')
      return visitor.page.getByRole('main')
    },
  },
  {
    name: 'book-terms',
    as: null,
    device: 'phone',
    at: '/book',
    show: async (visitor) => {
      const { page, say } = visitor
      const book = new BookPage(visitor)
      await book.chooseStock(STOCK)
      await book.chooseSize('M')
      await page.getByRole('radio', { name: say('booking.boxStep.views.list'), exact: true }).press('Space')
      await book.inList().first().click()
      await page.getByRole('button', { name: say('booking.sheet.next') }).click()
      return page.getByRole('dialog')
    },
  },
]

import { expect, type Locator } from '@playwright/test'
import { localeOf } from '@stowage/texts/language.ts'
import type { Visitor } from '../journey.ts'
import { pdf, picture } from '../papers.ts'
import { literally, wordsWith } from './words.ts'

export interface Terms {
  /** YYYY-MM-DD */
  readonly arrival: string
  readonly months: number
  readonly atOnce?: boolean
  readonly insured?: boolean
}

/** The booking wizard, as a person walks through it. */
export class BookPage {
  private readonly visitor: Visitor

  constructor(visitor: Visitor) {
    this.visitor = visitor
  }

  private get drawer(): Locator {
    const { page, say } = this.visitor
    return page.getByRole('dialog', { name: wordsWith(say, 'booking.drawer.title', 'number') })
  }

  async open(): Promise<void> {
    const { page, say } = this.visitor
    await page.goto('/book')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('booking.stockStep.title'))
  }

  async chooseStock(name: string): Promise<void> {
    const { page, say } = this.visitor
    await page.getByRole('button', { name: say('booking.stocks.chooseName', { name }), exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  }

  async chooseSize(group: 'S' | 'M' | 'L' | 'XL'): Promise<void> {
    const { page, say } = this.visitor
    const sizes = page.getByRole('group', { name: say('booking.sizes.title') })
    await sizes.getByText(group, { exact: true }).click()
    // Until then the plan still shows other sizes as free, and whoever presses one of them presses in vain.
    await expect(sizes.getByRole('radio', { name: new RegExp(`^${group} `) })).toBeChecked()
  }

  /** Clicks a free box of the size on the plan. @returns its number */
  async chooseOnPlan(): Promise<string> {
    await this.freeOnPlan().first().click()
    return await this.chosen()
  }

  private freeOnPlan(): Locator {
    const { page, say } = this.visitor
    return page.getByRole('option', { name: new RegExp(`, ${say('maps.state.free')}$`), disabled: false })
  }

  /** A box of the list that may be chosen. */
  inList(number = 'Y[ABC]\\d+'): Locator {
    const { page, say } = this.visitor
    return page
      .getByRole('listitem')
      .getByRole('button', { name: new RegExp(`^${number} .*${say('booking.list.perMonth')}$`) })
  }

  /** Takes a box of the list, the cheapest unless another is wanted. @returns its number */
  async chooseInList(number?: string): Promise<string> {
    await this.inList(number).first().click()
    return await this.chosen()
  }

  /** Goes to the plan, to the next free box and takes it, without a mouse. @returns its number */
  async chooseByKeyboard(): Promise<string> {
    const { page } = this.visitor
    await expect(this.freeOnPlan().first()).toBeVisible()
    const plan = page.getByRole('listbox')
    await plan.focus()
    await plan.press('Home')
    await plan.press('Control+ArrowRight')
    await plan.press('Enter')
    return await this.chosen()
  }

  private async chosen(): Promise<string> {
    const heading = this.drawer.getByRole('heading', { level: 2 })
    await expect(heading).toBeVisible()
    const number = /[A-Z]{2}\d+/.exec(await heading.innerText())?.[0]
    expect(number).toBeDefined()
    return number!
  }

  async chooseTerms({ arrival, months, atOnce = false, insured = false }: Terms): Promise<void> {
    const { page, say, language } = this.visitor
    const { drawer } = this
    await drawer.getByRole('button', { name: new RegExp(`^${say('booking.terms.arrival')}`) }).click()
    const words = new Intl.DateTimeFormat(localeOf(language), {
      timeZone: 'UTC',
      weekday: 'long',
      day: 'numeric',
      month: 'long',
    })
    await page
      .getByRole('table', { name: say('booking.terms.arrival') })
      .getByRole('button', { name: words.format(new Date(`${arrival}T00:00:00Z`)), exact: true })
      .click()
    await choose(drawer.getByRole('radio', { name: say('booking.terms.months', { months }), exact: true }))
    if (months > 1) {
      const way = atOnce ? say('booking.terms.atOnce', { months }) : say('booking.terms.monthly')
      await choose(drawer.getByRole('radio', { name: new RegExp(`^${way}`) }))
    }
    if (insured) await choose(drawer.getByRole('switch', { name: say('booking.terms.insurance') }))
    await expect(drawer.getByLabel(say('booking.quote.title'))).toBeVisible()
    await expect(drawer.locator('[aria-busy="true"]')).toHaveCount(0)
  }

  /** The lines of the quote, each with its amount as it is written. */
  async quote(): Promise<{ readonly lines: ReadonlyMap<string, string>; readonly total: string }> {
    const { say } = this.visitor
    const list = this.drawer.getByLabel(say('booking.quote.title'))
    const [names, amounts] = [
      await list.getByRole('term').allInnerTexts(),
      await list.getByRole('definition').allInnerTexts(),
    ]
    const lines = new Map(amounts.map((amount, index) => [names[index] ?? '', amount]))
    const total = lines.get(say('booking.quote.now'))
    expect(total).toMatch(/\d/)
    return { lines, total: total! }
  }

  /** On to the documents; a visitor is asked to sign up first. @returns the dialog */
  async continueAsVisitor(): Promise<Locator> {
    const { page, say } = this.visitor
    await this.drawer.getByRole('button', { name: say('booking.terms.toDocuments') }).click()
    const dialog = page.getByRole('dialog', { name: say('accounts.signUp.title') })
    await expect(dialog).toBeVisible()
    return dialog
  }

  /** A look at the sign-in and a press beside the dialog lose nothing that was typed into the sign-up. */
  async lookAtSignIn(dialog: Locator, email: string): Promise<void> {
    const { page, say } = this.visitor
    const typed = dialog.getByRole('textbox', { name: say('accounts.signUp.email'), exact: true })
    await typed.fill(email)
    await dialog.getByRole('button', { name: say('accounts.signUp.signIn'), exact: true }).click()
    const signIn = page.getByRole('dialog', { name: say('accounts.login.modalTitle') })
    await signIn.getByRole('button', { name: say('accounts.login.signUp'), exact: true }).click()
    await expect(typed).toHaveValue(email)
    await page.mouse.click(5, 400)
    await expect(typed).toHaveValue(email)
    // Nor does a phone that is turned meanwhile.
    const size = page.viewportSize()
    for (const turned of [{ width: 390, height: 844 }, { width: 844, height: 390 }, size]) {
      if (turned !== null) await page.setViewportSize(turned)
      await expect(typed).toHaveValue(email)
    }
  }

  async toDocuments(): Promise<void> {
    const { say } = this.visitor
    await this.drawer.getByRole('button', { name: say('booking.terms.toDocuments') }).click()
  }

  /** A superUser says for whom. */
  async chooseClient(email: string): Promise<void> {
    const { page, say } = this.visitor
    await this.drawer.getByLabel(say('booking.client.label'), { exact: true }).fill(email)
    await page.getByRole('option', { name: new RegExp(literally(email)) }).click()
  }

  /** On to the payment, past the client's documents, for which no booking waits. */
  async toPayment(): Promise<void> {
    const { say } = this.visitor
    await this.toDocuments()
    await this.drawer.getByRole('button', { name: say('booking.papers.toPayment') }).click()
  }

  /** Books for the client and has the money. */
  async bookPaid(): Promise<void> {
    const { drawer } = this
    const { say } = this.visitor
    await drawer.getByRole('checkbox', { name: say('booking.pay.isPaid') }).check()
    await drawer.getByRole('button', { name: say('booking.pay.bookFor'), exact: true }).click()
  }

  /** Hands in every document that is asked for, a picture and a PDF in turn. */
  async handIn(count: number): Promise<void> {
    const { page, say } = this.visitor
    const dialog = page.getByRole('dialog', { name: say('booking.upload.title') })
    await expect(dialog.getByText(say('booking.upload.drop'))).toHaveCount(count)
    const send = dialog.getByRole('button', { name: say('booking.upload.send'), exact: true })
    await expect(send).toBeDisabled()
    await this.visitor.look('book-documents-dialog')
    for (let left = count; left > 0; left -= 1) {
      await dialog
        .locator('input[type="file"]:not([capture])')
        .first()
        .setInputFiles(left % 2 === 0 ? picture(`foto-${left}.png`) : pdf(`papir-${left}.pdf`))
      await expect(dialog.getByText(say('booking.upload.drop'))).toHaveCount(left - 1)
      // A press beside the dialog, or Escape, costs nothing that was picked.
      await page.mouse.click(5, 400)
      await page.keyboard.press('Escape')
      await expect(dialog.getByText(say('booking.upload.drop'))).toHaveCount(left - 1)
    }
    await send.click()
    await expect(dialog).toHaveCount(0)
    await expect(this.drawer.getByText(say('booking.papers.there'), { exact: true })).toHaveCount(count)
  }

  /** Reads the lease, ticks twice, types the name, and goes on to pay. */
  async sign(name: string): Promise<void> {
    const { page, say } = this.visitor
    const { drawer } = this
    const lease = drawer.getByRole('link', { name: wordsWith(say, 'booking.papers.leaseOf', 'number') })
    const begin = await page.evaluate(
      async (url) => (await (await fetch(url)).text()).slice(0, 5),
      (await lease.getAttribute('href')) ?? '',
    )
    expect(begin).toBe('%PDF-')
    const next = drawer.getByRole('button', { name: say('booking.papers.toPayment') })
    // Without consent there is no way on.
    await next.click()
    await expect(drawer.getByText(say('booking.papers.needed')).first()).toBeVisible()
    await this.visitor.look('book-documents')
    await drawer.getByRole('checkbox', { name: say('booking.papers.agree') }).check()
    await drawer.getByRole('checkbox', { name: say('booking.papers.adult') }).check()
    const forPerson = drawer.getByRole('textbox', { name: say('booking.papers.name') })
    await forPerson.or(drawer.getByRole('textbox', { name: say('booking.papers.nameForCompany') })).fill(name)
    await next.click()
    await expect(drawer.getByRole('group', { name: say('booking.pay.how') })).toBeVisible()
  }

  async chooseMethod(method: 'paykeeper' | 'bankTransfer' | 'none'): Promise<void> {
    const { say } = this.visitor
    // Where the stock offers several ways online, the card is the first of them.
    const names = [say(`booking.pay.methods.${method}`)]
    if (method === 'paykeeper') names.push(say('booking.pay.methods.online'))
    await choose(this.drawer.getByRole('radio', { name: new RegExp(`^(?:${names.join('|')})`) }).first())
  }

  async order(): Promise<void> {
    await this.drawer
      .getByRole('button', { name: this.visitor.say('booking.pay.order'), exact: true })
      .click()
  }

  async reserve(): Promise<void> {
    await this.drawer
      .getByRole('button', { name: this.visitor.say('booking.pay.reserve'), exact: true })
      .click()
  }

  /** Booked and not paid yet: pays from where the drawer goes on. */
  async payHeld(): Promise<void> {
    const { say } = this.visitor
    await expect(this.drawer.getByText(say('booking.held.title'))).toBeVisible()
    await this.drawer.getByRole('button', { name: wordsWith(say, 'contracts.pending.pay', 'amount') }).click()
  }
}

/** Radio buttons and switches lie invisible under what is drawn for them: the keyboard reaches them all the same. */
async function choose(control: Locator): Promise<void> {
  await control.press('Space')
  await expect(control).toBeChecked()
}

import { expect, type Locator } from '@playwright/test'
import type { Visitor } from '../journey.ts'

/** The tenant's home. */
export class MyBoxesPage {
  private readonly visitor: Visitor

  constructor(visitor: Visitor) {
    this.visitor = visitor
  }

  async open(): Promise<void> {
    const { page, say } = this.visitor
    await page.goto('/my-boxes')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('mybox.title'))
  }

  box(number: string): Locator {
    const { page, say } = this.visitor
    return page.getByRole('article', { name: say('mybox.page.title', { number }), exact: true })
  }

  reservation(number: string): Locator {
    const { page, say } = this.visitor
    return page.getByRole('article', { name: `${say('mybox.reservation.title')} ${number}`, exact: true })
  }

  openButton(number: string): Locator {
    return this.box(number).getByRole('button', {
      name: `${this.visitor.say('mybox.box.open')} ${number}`,
      exact: true,
    })
  }

  /** Presses Open and says yes; what follows is for the journey to see. */
  async pressOpen(number: string): Promise<void> {
    await this.openButton(number).click()
    await this.confirm(
      this.visitor.say('mybox.confirm.boxTitle', { box: number }),
      this.visitor.say('mybox.confirm.open'),
    )
  }

  async confirm(title: string, yes: string): Promise<void> {
    const dialog = this.visitor.page.getByRole('dialog', { name: title })
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: yes, exact: true }).click()
    await expect(dialog).toHaveCount(0)
  }

  /** The address of the box's own page. */
  async addressOf(number: string): Promise<string> {
    const link = this.box(number).getByRole('link', { name: this.visitor.say('mybox.box.log'), exact: true })
    return (await link.getAttribute('href')) ?? ''
  }
}

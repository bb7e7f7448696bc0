import { expect, type Locator, type Page } from '@playwright/test'
import type { Visitor } from '../journey.ts'
import { say as inLanguage, type Language } from '../texts.ts'

export const cards = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  noFunds: '4000 0000 0000 9995',
  threeDSecure: '4000 0025 0000 3155',
} as const
type Card = keyof typeof cards

/** The words of the processors' pages, which are not ours: one knows two languages, the other all of ours. */
const payKeeper = {
  ru: { number: 'Номер карты', pay: 'Оплатить', confirm: 'Подтвердить' },
  en: { number: 'Card number', pay: 'Pay', confirm: 'Confirm' },
} as const
const stripe = {
  ...payKeeper,
  de: { number: 'Kartennummer', pay: 'Bezahlen', confirm: 'Bestätigen' },
  pl: { number: 'Numer karty', pay: 'Zapłać', confirm: 'Potwierdź' },
} as const

/**
 * Pays on the processor's page with a card of its own. Where several ways are offered the card is chosen first. Declined, one is
 * back on our page. @param total as the shop has written it; null: whatever it is
 */
export async function payByCard(
  page: Page,
  language: Language,
  total: string | null,
  card: Card = 'pays',
): Promise<void> {
  const say = inLanguage(language)
  const go = page.getByRole('button', { name: say('paying.methods.go'), exact: true })
  const isThere = page.waitForURL(/\/(?:bill\/\d+\/|c\/pay\/cs_\w+)$/)
  await Promise.race([isThere, go.waitFor()])
  if (await go.isVisible()) await go.click()
  await isThere
  const isStripe = page.url().includes('/c/pay/')
  const { number, pay, confirm } = isStripe ? stripe[language] : payKeeper[language === 'ru' ? 'ru' : 'en']
  // Some languages put the sum first.
  const button = page.getByRole('button', { name: new RegExp(`^${pay} .*\\d|\\d.* ${pay}$`, 'i') })
  if (total !== null) expect(digits(await button.innerText())).toBe(digits(total))
  await page.getByLabel(number, { exact: true }).fill(cards[card])
  await button.click()
  if (card === 'threeDSecure') await page.getByRole('button', { name: confirm, exact: true }).click()
  // There another card can be tried on the same page; who gives up goes back.
  if ((card === 'declined' || card === 'noFunds') && isStripe) {
    await expect(page.getByRole('alert')).toBeVisible()
    await page.locator('a.back').click()
  }
}

/** Presses what pays, and says in the dialog that follows that it is not by card. @returns the dialog */
export async function chooseWay(
  { page, say }: Visitor,
  pay: Locator,
  way: 'sepa' | 'paypal' | 'bankTransfer',
): Promise<Locator> {
  await pay.click()
  const dialog = page.getByRole('dialog', { name: say('paying.methods.title') })
  const choice = dialog.getByRole('radio', { name: new RegExp(`^${say(`paying.methods.${way}`)}`) })
  await choice.press('Space')
  await expect(choice).toBeChecked()
  return dialog
}

/** The way on from that dialog. */
export async function goOn(dialog: Locator, { say }: Visitor): Promise<void> {
  const name = new RegExp(`^(?:${say('paying.methods.go')}|${say('paying.methods.order')})$`)
  await dialog.getByRole('button', { name }).click()
}

/** Signs a mandate on the processor's page, in German. */
export async function payByDebit(page: Page, iban: string, holder: string): Promise<void> {
  await page.waitForURL(/\/c\/pay\/cs_\w+/)
  await page.getByLabel('Kontoinhaber', { exact: true }).fill(holder)
  await page.getByLabel('IBAN', { exact: true }).fill(iban)
  await page.getByRole('checkbox', { name: 'Ich erteile dieses Mandat' }).check()
  await page.getByRole('button', { name: / bezahlen$/ }).click()
}

/** Agrees on PayPal's page, in German. */
export async function payByPayPal(page: Page): Promise<void> {
  await page.waitForURL(/\/c\/pay\/cs_\w+/)
  await page.getByRole('button', { name: 'Weiter zu PayPal', exact: true }).click()
  await page.getByRole('button', { name: stripe.de.confirm, exact: true }).click()
}

/** The minor units of an amount that is written with cents. */
const digits = (text: string): string => text.replaceAll(/\D/g, '')

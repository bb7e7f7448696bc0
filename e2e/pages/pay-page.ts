import { expect, type Page } from '@playwright/test'
import type { Language } from '../texts.ts'

export const cards = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  threeDSecure: '4000 0025 0000 3155',
} as const

/** The words of the payment processor's page, which is not ours and knows two languages. */
const words = {
  ru: { number: 'Номер карты', pay: 'Оплатить', confirm: 'Подтвердить' },
  en: { number: 'Card number', pay: 'Pay', confirm: 'Confirm' },
} as const

/** Pays on the processor's page with a card of its own. @param total as the shop has written it */
export async function payByCard(
  page: Page,
  language: Language,
  total: string,
  card: keyof typeof cards = 'pays',
): Promise<void> {
  const { number, pay, confirm } = words[language === 'ru' ? 'ru' : 'en']
  await expect(page).toHaveURL(/\/bill\/\d+\/$/)
  const button = page.getByRole('button', { name: new RegExp(`^${pay} .*\\d`) })
  expect(digits(await button.innerText())).toBe(digits(total))
  await page.getByLabel(number, { exact: true }).fill(cards[card])
  await button.click()
  if (card === 'threeDSecure') await page.getByRole('button', { name: confirm, exact: true }).click()
}

/** The minor units of an amount that is written with cents. */
const digits = (text: string): string => text.replaceAll(/\D/g, '')

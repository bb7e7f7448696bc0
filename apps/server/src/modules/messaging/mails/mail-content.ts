import { unitOf } from '@stowage/domain/box'
import { add, negate, sum, type Money } from '@stowage/domain/money'
import { formatIban, formatPercent, formatSize } from '@stowage/texts/format.ts'
import type { Language } from '@stowage/texts/language.ts'
import type { MailTexts } from '@stowage/texts/mail/index.ts'
import type { BankDetails, MailBox, MailData, MailKind, MailLine } from './mail-data.ts'

export interface Row {
  readonly label: string
  readonly value: string
}

/** What a mail is made of. HTML and plain text are both drawn from these, so that they cannot say different things. */
export type Block =
  | { readonly type: 'headline'; readonly text: string }
  | { readonly type: 'lead'; readonly text: string }
  | {
      readonly type: 'box'
      readonly number: string
      readonly title: string
      readonly address: string
      readonly contract: Row | null
    }
  | { readonly type: 'sum'; readonly rows: readonly Row[]; readonly total: Row }
  | { readonly type: 'facts'; readonly title: string; readonly rows: readonly Row[] }
  | { readonly type: 'list'; readonly items: readonly { readonly title: string; readonly text: string }[] }
  | { readonly type: 'warning'; readonly text: string }
  | { readonly type: 'button'; readonly label: string; readonly url: string }
  | { readonly type: 'link'; readonly label: string; readonly url: string }
  | { readonly type: 'note'; readonly text: string }

export interface MailContent {
  readonly subject: string
  readonly blocks: readonly Block[]
}

/** How a kind of mail is written. */
export interface Writer {
  readonly t: MailTexts
  readonly language: Language
  readonly money: (value: Money) => string
}

export function boxBlock(box: MailBox, { t, language }: Writer): Block {
  const size = formatSize(box.size, unitOf(box.unitNumber), language)
  return {
    type: 'box',
    number: box.unitNumber,
    title: box.floor === null ? size : `${size}, ${t('floor', { floor: box.floor })}`,
    address: box.address,
    contract: box.contractNumber === null ? null : { label: t('contract'), value: box.contractNumber },
  }
}

/** The lines of a document with the sum of each rate of tax, in the order in which the invoice has them. */
export function sumBlock(lines: readonly MailLine[], total: Money, { t, language, money }: Writer): Block {
  const rows: Row[] = []
  for (const line of lines) {
    const months = t('months', { n: line.quantity })
    rows.push({
      label: line.kind === 'rent' ? t('lines.rent', { months }) : t(`lines.${line.kind}`),
      value: money(add(line.net, line.discount)),
    })
    if (line.discount.amount !== 0)
      rows.push({
        label:
          line.tariff === undefined
            ? t('lines.discount', { percent: formatPercent(line.discountPercent, language) })
            : t('lines.discountTariff', { name: line.tariff[language] }),
        value: money(negate(line.discount)),
      })
  }
  for (const isInsurance of [false, true]) {
    const taxed = lines.filter((line) => line.vat.amount !== 0 && (line.kind === 'insurance') === isInsurance)
    for (const percent of new Set(taxed.map((line) => line.vatPercent))) {
      const vat = sum(
        taxed.filter((line) => line.vatPercent === percent).map((line) => line.vat),
        total.currency,
      )
      rows.push({
        label: t(isInsurance ? 'lines.insuranceTax' : 'lines.vat', {
          percent: formatPercent(percent, language),
        }),
        value: money(vat),
      })
    }
  }
  return { type: 'sum', rows, total: { label: t('lines.total'), value: money(total) } }
}

export function bankBlock(bank: BankDetails, amount: Money, title: string, { t, money }: Writer): Block {
  const { country } = bank
  return {
    type: 'facts',
    title,
    rows: [
      { label: t('bank.amount'), value: money(amount) },
      { label: t('bank.recipient'), value: bank.recipient },
      {
        label: t('bank.iban', { country }),
        // It breaks between its groups, not inside of one.
        value: /^[A-Z]{2}\d{2}/.test(bank.iban) ? formatIban(bank.iban).replaceAll('\u00a0', ' ') : bank.iban,
      },
      ...(bank.bic === null ? [] : [{ label: t('bank.bic', { country }), value: bank.bic }]),
      ...(bank.bankName === null ? [] : [{ label: t('bank.bank'), value: bank.bankName }]),
      { label: t('bank.reference'), value: bank.reference },
    ],
  }
}

export const headline = (text: string): Block => ({ type: 'headline', text })
export const lead = (text: string): Block => ({ type: 'lead', text })
export const button = (label: string, url: string): Block => ({ type: 'button', label, url })
export const note = (text: string): Block => ({ type: 'note', text })

/** Of each kind, its words: the subject says what, which box and until when; one button; what happens if nothing is done. */
export type WriteMail = { readonly [Kind in MailKind]: (data: MailData[Kind], writer: Writer) => MailContent }

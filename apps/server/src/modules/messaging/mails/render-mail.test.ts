import { describe, expect, test } from 'vitest'
import { money } from '@stowage/domain/money'
import { priceContract } from '@stowage/domain/price'
import { formatMoney } from '@stowage/texts/format.ts'
import { languages } from '@stowage/texts/language.ts'
import de from '@stowage/texts/ui/de/people.json' with { type: 'json' }
import en from '@stowage/texts/ui/en/people.json' with { type: 'json' }
import pl from '@stowage/texts/ui/pl/people.json' with { type: 'json' }
import ru from '@stowage/texts/ui/ru/people.json' with { type: 'json' }
import { mailKinds, renderMail, type MailBox } from './index.ts'
import { sampleMails } from './sample-mails.ts'
import { longCommon, longData, sampleCommon, sampleData } from './testing/sample-mails.ts'

const names = { de, en, pl, ru }
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ')

describe.each(languages)('in %s', (language) => {
  test.each(mailKinds)('%s says the same in HTML and in text', async (kind) => {
    const { subject, html, text } = await renderMail(kind, { ...sampleCommon, ...sampleData[kind] }, language)
    expect(subject).not.toMatch(/[\r\n{}]|undefined|null/)
    expect(html).toMatch(/^<!DOCTYPE html/)
    expect(html).toContain(`lang="${language}"`)
    for (const drawn of [html, text]) expect(drawn).not.toMatch(/undefined|null|NaN|\[object|\{\w+[,}]/)
    const url = /https:\/\/\S+/.exec(text)?.[0]
    if (kind !== 'paymentInstructions') expect(html).toContain(`href="${url ?? '-'}"`)
    // Every line of the text is somewhere in the HTML.
    const seen = plain(
      html
        .replace(/<style>.*?<\/style>/s, '')
        .replace(/<!--.*?-->/g, '')
        .replace(/<[^>]+>/g, ' ')
        .replaceAll('&amp;', '&')
        .replaceAll('&#x27;', "'")
        .replaceAll('&quot;', '"'),
    ).replace(/\s+/g, ' ')
    for (const line of plain(text)
      .split('\n')
      .filter((entry) => /\p{L}/u.test(entry) && !/^https|^\[|^-- |^Stowage|^- /.test(entry))) {
      for (const part of line.split(': ')) expect(seen).toContain(part.replace(/:$/, '').trim())
    }
  })

  test.each(mailKinds)('%s with the longest names', async (kind) => {
    const { html, text } = await renderMail(kind, { ...longCommon, ...longData[kind] }, language)
    expect(html.length).toBeLessThan(60_000)
    expect(text).toContain('Żółć')
  })
})

const CARD = /\b(card|Karte)\b|карт[аыуе]|\bkart[aęy]\b/i

test.each(languages)(
  'a notice of a direct debit names amount, day, account, mandate and creditor, and speaks of no card, in %s',
  async (language) => {
    const data = longData.debitAnnounced
    const { subject, text } = await renderMail('debitAnnounced', { ...sampleCommon, ...data }, language)
    for (const word of [
      formatMoney(data.amount, language),
      '14',
      '3000',
      '2026-000402-1',
      'DE98ZZZ09999999999',
      'Stowage Berlin GmbH',
      'SEPA',
    ])
      expect(plain(text)).toContain(plain(word))
    expect(`${subject} ${text}`).not.toMatch(CARD)
    const card = { ...sampleCommon, ...sampleData.debitAnnounced }
    expect((await renderMail('debitAnnounced', card, language)).text).toMatch(CARD)
    // Where the processor collects under an identifier of its own, nothing stands in its place.
    const unknown = { ...data, mandate: { reference: 'STRIPE-1', creditor: null, creditorId: null } }
    const told = await renderMail('debitAnnounced', { ...sampleCommon, ...unknown }, language)
    expect(told.text).toContain('STRIPE-1')
    expect(told.text).not.toMatch(/null|undefined/)
    const paypal = { ...data, method: { kind: 'paypal' as const, label: 'a@b.example' }, mandate: null }
    const other = await renderMail('debitAnnounced', { ...sampleCommon, ...paypal }, language)
    expect(other.text).toContain('PayPal')
    expect(other.text).not.toMatch(CARD)
  },
)

test.each(languages)('each kind has a name in the e-mail history, in %s', (language) => {
  expect(mailKinds.filter((kind) => !(kind in names[language].emails.kinds))).toEqual([])
})

test('the figures of a booking are those of its first invoice, to the cent', async () => {
  const { text } = await renderMail(
    'bookingContract',
    { ...sampleCommon, ...sampleData.bookingContract },
    'de',
  )
  const priced = priceContract({
    rate: money(108_000, 'RUB'),
    discount: { kind: 'table' },
    vatPercent: 20,
    insurance: { monthly: money(40_000, 'RUB'), coverage: money(10_000_000, 'RUB'), taxPercent: 0 },
    depositMonths: 1,
    startDay: Temporal.PlainDate.from('2026-12-14'),
    durationMonths: 6,
    periodMonths: 3,
  })
  expect(text).toContain(`Gesamt: ${formatMoney(priced?.totals.gross ?? money(0, 'RUB'), 'de')}`)
  expect(text).toContain(`MwSt. 20\u00a0%: ${formatMoney(priced?.totals.vat ?? money(0, 'RUB'), 'de')}`)
  expect(plain(text)).toContain('Rabatt für Vorauszahlung, 5 %: −162,00 ₽')
})

test('the period of a reminder ends with its last day', async () => {
  const { text } = await renderMail(
    'invoiceReminder',
    { ...sampleCommon, ...sampleData.invoiceReminder },
    'en',
  )
  expect(plain(text)).toContain('from 14 December to 13 January')
})

test('names and reasons are text, wherever they stand', async () => {
  const evil = '<img src=x onerror=alert(1)>"\'&{x, plural, other {}}'
  const box: MailBox = {
    ...sampleData.kycRejected,
    unitNumber: evil,
    size: 5,
    floor: null,
    address: evil,
    contractNumber: evil,
  }
  const { html, text } = await renderMail(
    'contractCancelled',
    {
      ...sampleCommon,
      reader: evil,
      brand: evil,
      box,
      reason: 'holdEnded',
      money: null,
      url: 'https://stowage.example/book',
    },
    'en',
  )
  expect(html).not.toContain('<img')
  expect(text).toContain(evil)
  const rejected = await renderMail(
    'kycRejected',
    { ...sampleCommon, documents: [{ kind: 'passport', reason: evil }], url: 'https://stowage.example/' },
    'en',
  )
  expect(rejected.html).not.toContain('<img')
})

test.each(['javascript:alert(1)', 'data:text/html,x', '/relative', 'file:///etc/passwd'])(
  '%s is no address for a mail',
  async (url) => {
    await expect(
      renderMail('passwordReset', { ...sampleCommon, url, validMinutes: 60 }, 'en'),
    ).rejects.toThrow(RangeError)
  },
)

test('nothing is fetched when a mail is opened', async () => {
  for (const kind of mailKinds) {
    const { html } = await renderMail(kind, { ...sampleCommon, ...sampleData[kind] }, 'ru')
    expect(html).not.toMatch(/<(img|link|script|iframe)|url\(|@import/i)
  }
})

test('post codes and numbers of papers are not torn at their hyphens on a phone', async () => {
  const { common, data } = sampleMails('pl')
  const { html } = await renderMail('contractMoved', { ...common, ...data.contractMoved }, 'pl')
  const whole = [...html.matchAll(/<span style="white-space:nowrap">([^<]+)<\/span>/g)].map(
    (match) => match[1],
  )
  expect(whole).toContain('01-217')
  expect(whole).toContain('2026-000148')
  expect(html).toContain('ul.\u00a0Kolejowa')
})

test('an account number breaks between its groups', async () => {
  const { common, data } = sampleMails('pl')
  const { html } = await renderMail('paymentInstructions', { ...common, ...data.paymentInstructions }, 'pl')
  expect(html).toContain('PL61 1090 1014 0000 0712 1981 2874')
})

test('a name that turns lines around or ends them greets like any other', async () => {
  const common = { ...sampleCommon, reader: 'Anna\u202e\u2028Bcc: x\u200b' }
  const { html, text } = await renderMail('kycVerified', { ...common, ...sampleData.kycVerified }, 'en')
  for (const drawn of [html, text]) {
    expect(drawn).toContain('Hello Anna Bcc: x,')
    expect(drawn).not.toMatch(/[\u202e\u2028\u200b]/)
  }
})

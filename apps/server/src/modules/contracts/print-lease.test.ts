import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { money } from '@stowage/domain/money'
import { quote } from '@stowage/domain/quote'
import { formatMoney } from '@stowage/texts/format.ts'
import { languages, type Language } from '@stowage/texts/language.ts'
import { canReadPdf, pdfFacts, pdfText } from '../../platform/pdf/testing/pdf-text.ts'
import { readTerms, storeTerms } from '../billing/index.ts'
import type { LeaseFacts } from './lease-facts.ts'
import { leaseHash, LEASE_VERSION } from './lease-text.ts'
import { leasePage, renderLeasePdf, type PrintedLease } from './print-lease.ts'

const longName =
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft Żółć-Щербаковский mbH & Co. KG'

interface Wish {
  readonly durationMonths?: number | null
  readonly periodMonths?: number
  readonly isLong?: boolean
  readonly isBusiness?: boolean
  readonly isBare?: boolean
}

function facts({
  durationMonths = 7,
  periodMonths = 3,
  isLong = false,
  isBusiness = false,
  isBare = false,
}: Wish = {}): LeaseFacts {
  const terms = storeTerms({
    rate: money(19350, 'EUR'),
    discount: { kind: 'table' },
    vatPercent: 19,
    insurance: isBare ? null : { monthly: money(400, 'EUR'), coverage: money(200_000, 'EUR'), taxPercent: 0 },
    depositMonths: isBare ? 0 : 1,
    startDay: Temporal.PlainDate.from('2026-11-28'),
    durationMonths,
    periodMonths,
  })
  return {
    seller: {
      id: 'x',
      name: isLong ? longName : 'Stille Lager Berlin GmbH',
      address: 'Müllerstraße 46a, 13349 Berlin',
      country: 'DE',
      taxNumber: '27/123/45678',
      vatId: 'DE318842715',
      registrationNumber: 'HRB 214907 B',
      bankName: null,
      iban: null,
      bic: null,
      email: 'post@stille-lager.example',
      phone: '+49 30 5683 7710',
      exemptionText: null,
    },
    stock: {
      name: isLong ? longName.slice(0, 90) : 'Berlin Wedding',
      address: 'Müllerstraße 46a',
      zip: '13349',
      city: 'Berlin',
      country: 'DE',
      phone: '+49 30 1',
      openingTime: '09:00',
      closingTime: '21:00',
      timeZone: 'Europe/Berlin',
      carHeightLimitCm: isBare ? null : 305,
    },
    tenant: {
      name: isLong ? longName : 'Jürgen Weißmüller',
      accountType: isBusiness ? 'legal' : 'individual',
      isIndividualEntrepreneur: false,
      addressLines: [isLong ? longName : 'Große Hamburger Straße 19', '10115 Berlin'],
      country: isLong ? 'PL' : 'DE',
      email: isLong ? `${'a'.repeat(100)}@example.com` : 'juergen@example.de',
      phone: '+49 170 1234567',
      taxNumber: null,
      vatId: null,
      personalId: 'L01X00T47',
    },
    box: { unitNumber: 'YA106', size: 7.5, unit: 'm2', floor: 1, height: 2.8, width: 2.5, depth: 3 },
    endDay: durationMonths === null ? null : '2027-06-28',
    rules: {
      penaltyPercent: isBare ? 0 : 0.5,
      freeDays: 3,
      afterEndPercent: isBare ? 0 : 1,
      penaltyCapPercent: 100,
      refundsUnusedTime: !isBare,
    },
    terms,
  }
}

function signed(of: LeaseFacts, language: Language): PrintedLease {
  return {
    facts: of,
    contractNumber: '2026-000193',
    concludedOn: '2026-11-21',
    signature: {
      name: of.tenant.name,
      at: '2026-11-21T18:04:11Z',
      address: '2a02:8109:b5c0:1234::17',
      textVersion: LEASE_VERSION,
      textHash: leaseHash(of, language),
      language,
    },
  }
}

const draft = (of: LeaseFacts): PrintedLease => ({
  facts: of,
  contractNumber: null,
  concludedOn: '2026-11-21',
  signature: null,
})

/** Sums of the texts as they were signed. A red line here means: write a new version beside the old one, and add its sums. */
const signedTexts: Readonly<Record<string, string>> = {
  '2026-11-2-de': '619c7df852c586be14c9e0dc269794952d321b3de10b1dd5f781941238e0dcb2',
  '2026-11-2-en': 'cfb6810bbf1e87826bd616a8ebe485dd119d60bdebe2011496aafb297c023734',
  '2026-11-2-pl': '113382a56da9ba28854e8e61a5adbad38347e2850d29f45c379545a787e47a63',
  '2026-11-2-ru': 'd1d01a07c73cf6aa7700f82be0deba73fc06ce5c4cbcf171c1316e0e4f76c818',
  '2026-11-de': 'c7c4af1af6074ac5c4b7dc59b8f6fdec601beadaf68bafa3f10ac10a7afe40ce',
  '2026-11-en': '495ec5501d19d82af986ae2ab4c6fa895fe0a669ec74abd0b6cc34e421acb7d8',
  '2026-11-pl': 'a501acd1362a8576edef281939a8cb45c6ea34543b310a5154cece9d5ef6769b',
  '2026-11-ru': '3bf6b69469b2e6cf1871b2f0162040bcbf41651b64aec6dba263ee49c765a111',
}

test('no text that may have been signed was edited', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => file.startsWith('print-lease-text-'))
  const sums = Object.fromEntries(
    files.map((file) => [
      file.replace(/^print-lease-text-|\.typ$/g, ''),
      createHash('sha256')
        .update(readFileSync(new URL(file, import.meta.url)))
        .digest('hex'),
    ]),
  )
  expect(sums).toEqual(signedTexts)
  for (const language of languages) expect(sums).toHaveProperty(`${LEASE_VERSION}-${language}`)
})

describe('the hash', () => {
  test('survives the way through the database, where keys come back in another order', () => {
    const kept = JSON.parse(
      JSON.stringify(facts(), (_key, value: unknown) =>
        typeof value === 'object' && value !== null && !Array.isArray(value)
          ? Object.fromEntries(Object.entries(value).reverse())
          : value,
      ),
    ) as LeaseFacts
    expect(leaseHash(kept, 'de')).toBe(leaseHash(facts(), 'de'))
  })

  test('changes with the language, with every price and with the tenant', () => {
    const of = facts()
    const others = [
      leaseHash(of, 'en'),
      leaseHash({ ...of, terms: { ...of.terms, rate: of.terms.rate + 1 } }, 'de'),
      leaseHash({ ...of, tenant: { ...of.tenant, name: 'Jürgen Weissmüller' } }, 'de'),
      leaseHash({ ...of, rules: { ...of.rules, freeDays: 4 } }, 'de'),
    ]
    expect(new Set([...others, leaseHash(of, 'de')]).size).toBe(5)
  })

  test('a lease whose terms are no longer those signed is not printed', async () => {
    const lease = signed(facts(), 'de')
    const changed = { ...lease, facts: { ...lease.facts, terms: { ...lease.facts.terms, rate: 1 } } }
    await expect(renderLeasePdf(changed, 'de')).rejects.toThrow(RangeError)
    await expect(renderLeasePdf(changed, 'en')).rejects.toThrow(RangeError)
  })
})

test('the figures are the quote’s: first payment, and each later one where they differ', () => {
  const of = facts()
  const { first, next } = quote(readTerms(of.terms))
  const values = leasePage(draft(of), 'de').price.rows.map((row) => row.value)
  for (const amount of [first.totals.gross, ...next.map((payment) => payment.amount)])
    expect(values).toContain(formatMoney(amount, 'de'))
  expect(next).toHaveLength(2)
})

test('equal later payments are one line; a term paid at once has none', () => {
  const labels = (wish: Wish): string[] =>
    leasePage(draft(facts(wish)), 'en').price.rows.map((row) => row.label)
  expect(labels({ durationMonths: 6, periodMonths: 1 })).toContain('Then each payment, VAT included')
  expect(labels({ durationMonths: 6, periodMonths: 6 }).join()).not.toMatch(/Payment on|Then each/)
})

describe.runIf(canReadPdf).each(languages)('on paper in %s', (language) => {
  const flat = (pdf: Uint8Array): string => pdfText(pdf).replace(/\s+/g, ' ')

  test('signed: two to four pages of PDF/A-3b with number, box, price, name and hash', async () => {
    const lease = signed(facts(), language)
    const pdf = await renderLeasePdf(lease, language)
    const { pages, conformance } = pdfFacts(pdf)
    expect(conformance).toBe('3b')
    expect(pages).toBeGreaterThanOrEqual(2)
    expect(pages).toBeLessThanOrEqual(4)
    const text = flat(pdf)
    for (const word of [
      '2026-000193',
      'YA106',
      formatMoney(money(19350, 'EUR'), language).replace(/\s/g, ' '),
      'Jürgen Weißmüller',
      '2a02:8109:b5c0:1234::17',
      lease.signature?.textHash ?? '-',
      '€',
      '12:00',
      '11.3',
    ])
      expect(text).toContain(word)
    expect(text).not.toMatch(/none|null|undefined|#d\./)
  })

  test('a draft says that it is one; a translation says what was signed', async () => {
    const page = leasePage(draft(facts()), language)
    expect(page.signature.rows).toEqual([])
    expect(flat(await renderLeasePdf(draft(facts()), language))).toContain(page.signature.note.slice(0, 30))
    const other = language === 'ru' ? 'de' : 'ru'
    const translated = leasePage(signed(facts(), other), language)
    expect(translated.signature.note).not.toBe('')
    expect(await renderLeasePdf(signed(facts(), other), language)).toBeInstanceOf(Uint8Array)
  })

  test('of every kind: open-ended, for a business, with nothing extra, with the longest names', async () => {
    const withdrawal = { ru: 'Приложение Б', en: 'Annex B', de: 'Anlage B', pl: 'Załącznik B' }[language]
    for (const wish of [
      {},
      { durationMonths: null, periodMonths: 1 },
      { isBusiness: true },
      { isBare: true },
      { isLong: true, isBusiness: true },
      { isLong: true },
    ] satisfies Wish[]) {
      const pdf = await renderLeasePdf(signed(facts(wish), language), language)
      expect(pdfFacts(pdf).pages).toBeLessThanOrEqual(4)
      expect(flat(pdf).includes(withdrawal)).toBe(!('isBusiness' in wish))
    }
  })
})

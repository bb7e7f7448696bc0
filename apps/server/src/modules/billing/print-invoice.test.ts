import { describe, expect, test } from 'vitest'
import { money, type Currency } from '@stowage/domain/money'
import { priceContract } from '@stowage/domain/price'
import { formatMoney } from '@stowage/texts/format.ts'
import { languages } from '@stowage/texts/language.ts'
import { canReadPdf, pdfFacts, pdfText } from '../../platform/pdf/testing/pdf-text.ts'
import type { PrintableDocument } from './document-view.ts'
import type { InvoicePrint } from './invoice-print.ts'
import { invoicePage, renderInvoice } from './print-invoice.ts'
import { statementPage } from './print-statement.ts'

const seller = {
  name: 'Stille Lager Berlin GmbH',
  address: 'Müllerstraße 46a, 13349 Berlin',
  country: 'DE',
  taxNumber: '27/123/45678',
  vatId: 'DE318842715',
  registrationNumber: 'HRB 214907 B',
  bankName: 'Berliner Sparkasse',
  iban: 'DE02120300000000202051',
  bic: 'BYLADEM1001',
  email: 'rechnung@stille-lager.example',
  phone: '+49 30 5683 7710',
  exemptionText: null,
}

interface Wish extends Partial<InvoicePrint> {
  readonly currency?: Currency
  readonly vatPercent?: number
  readonly insuranceTax?: number
}

/** The invoice of the picture look/24: 7.5 m², 3 months, 5 % off, insurance, deposit. */
function invoice({ currency = 'EUR', vatPercent = 19, insuranceTax = 0, ...rest }: Wish = {}): InvoicePrint {
  const priced = priceContract({
    rate: money(19350, currency),
    discount: { kind: 'table' },
    vatPercent,
    insurance: {
      monthly: money(400, currency),
      coverage: money(200_000, currency),
      taxPercent: insuranceTax,
    },
    depositMonths: 1,
    startDay: Temporal.PlainDate.from('2026-11-28'),
    durationMonths: 6,
    periodMonths: 3,
  })
  if (priced === null) throw new Error('no period')
  return {
    brand: 'Stille Lager',
    documentId: '01JD8Z6Q0V5W2X3Y4Z5A6B7C8D',
    number: 'B1-2026-000217',
    seller,
    buyer: {
      name: 'Jürgen Weißmüller',
      addressLines: ['Große Hamburger Straße 19', '10115 Berlin'],
      country: 'DE',
      taxNumber: null,
      vatId: null,
    },
    issuedOn: '2026-11-21',
    dueOn: '2026-11-28',
    period: { from: '2026-11-28', until: '2027-02-28' },
    contractNumber: 'B1-2026-0193',
    unitNumber: 'YA106',
    size: 7.5,
    pricePerSizeUnit: money(2580, currency),
    lines: priced.lines,
    totals: priced.totals,
    paid: money(0, currency),
    paidOn: null,
    paymentReference: 'B1-2026-000217',
    ...rest,
  }
}

const longName =
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft Żółć-Щербаковский'.slice(
    0,
    128,
  )

test('the figures are those of the picture, each with its reason', () => {
  const page = invoicePage(invoice(), 'de')
  expect(
    page.rows.map((row) =>
      [row.title, row.quantity, row.unitPrice, row.amount].map((cell) => cell.replaceAll('\u00a0', ' ')),
    ),
  ).toEqual([
    ['Miete Lagerbox YA106, 7,5 m²', '3 Monate', '193,50 €', '580,50 €'],
    ['Rabatt für Vorauszahlung', '', '', '−29,03 €'],
    ['Versicherung der eingelagerten Sachen', '3 Monate', '4,00 €', '12,00 €'],
    ['Kaution', '1', '193,50 €', '193,50 €'],
  ])
  expect(page.rows.every((row) => row.why.length > 0)).toBe(true)
  expect(page.totals.map((row) => `${row.label}: ${row.value}`.replaceAll('\u00a0', ' '))).toEqual([
    'Netto, 19 %: 551,47 €',
    'MwSt. 19 %: 104,78 €',
    'Ohne MwSt.: 205,50 €',
  ])
  expect(page.total.value.replaceAll('\u00a0', ' ')).toBe('861,75 €')
})

test('the period names its last paid day, not the first unpaid one', () => {
  expect(invoicePage(invoice(), 'de').facts.map((fact) => fact.value)).toContain('28.11.2026 – 27.02.2027')
})

test('the insurance’s own tax is no VAT', () => {
  const labels = invoicePage(invoice({ insuranceTax: 19 }), 'de').totals.map((row) =>
    row.label.replaceAll('\u00a0', ' '),
  )
  expect(labels).toEqual([
    'Netto, 19 %',
    'MwSt. 19 %',
    'Versicherung',
    'Versicherungsteuer 19 %',
    'Ohne MwSt.',
  ])
})

test('rent without VAT says why', () => {
  const exempt = { ...seller, exemptionText: { de: 'Steuerfrei nach § 4 Nr. 12 a UStG' } }
  expect(invoicePage(invoice({ vatPercent: 0, seller: exempt }), 'de').notes).toContain(
    'Steuerfrei nach § 4 Nr. 12 a UStG',
  )
  expect(invoicePage(invoice({ vatPercent: 0 }), 'ru').notes).toContain('НДС не начисляется.')
  expect(invoicePage(invoice(), 'ru').notes).not.toContain('НДС не начисляется.')
})

test('without a number it is a request for payment and says so', () => {
  for (const language of languages) {
    const pending = invoicePage(invoice({ number: null }), language)
    const issued = invoicePage(invoice(), language)
    expect(pending.title).not.toBe(issued.title)
    expect(pending.subtitle).toContain('01JD8Z6Q0V5W2X3Y4Z5A6B7C8D')
    expect(pending.notes.length).toBe(issued.notes.length + 1)
  }
})

test('once paid it asks for nothing; paid in part it asks for the rest', () => {
  const { totals } = invoice()
  const paid = invoicePage(invoice({ paid: totals.gross, paidOn: '2026-11-22' }), 'en')
  expect(paid.payment).toMatchObject({ title: 'Paid on 22\u00a0November 2026', rows: [] })
  expect(JSON.stringify(paid.payment)).not.toContain('DE02')
  const part = invoicePage(invoice({ paid: money(10_000, 'EUR') }), 'en')
  expect(part.after.map((row) => row.value)).toEqual(['−€100.00', '€761.75'])
  expect(part.payment.rows.map((row) => row.value)).toContain(
    'DE02\u00a01203\u00a00000\u00a00000\u00a02020\u00a051',
  )
})

test('lines that do not add up are not printed', async () => {
  const { totals } = invoice()
  await expect(
    renderInvoice(invoice({ totals: { ...totals, gross: money(totals.gross.amount + 1, 'EUR') } }), 'de'),
  ).rejects.toThrow(RangeError)
})

test('a Russian seller has INN, account and BIK', () => {
  const page = invoicePage(
    invoice({
      seller: {
        ...seller,
        country: 'RU',
        taxNumber: '7703412287',
        vatId: null,
        registrationNumber: '1157746000000',
        iban: '40702810900000001234',
        bic: '044525225',
      },
    }),
    'ru',
  )
  expect(page.foot[1]).toEqual(['ИНН 7703412287', 'ОГРН 1157746000000'])
  expect(page.payment.rows.map((row) => `${row.label} ${row.value}`)).toEqual(
    expect.arrayContaining(['Расчётный счёт 40702810900000001234', 'БИК 044525225']),
  )
})

describe.runIf(canReadPdf).each(languages)('on paper in %s', (language) => {
  test.each(['EUR', 'USD', 'RUB', 'PLN'] as const)('in %s, with all figures', async (currency) => {
    const print = invoice({ currency })
    const text = pdfText(await renderInvoice(print, language))
    for (const amount of [print.totals.gross, print.lines[0]?.vat ?? print.paid])
      expect(text).toContain(formatMoney(amount, language).replace(/[\u00a0\u202f]/g, ' '))
    for (const word of [
      'B1-2026-000217',
      'B1-2026-0193',
      'YA106',
      'Jürgen Weißmüller',
      '27/123/45678',
      'DE318842715',
      'DE02 1203 0000 0000 2020 51',
    ])
      expect(text).toContain(word)
  })

  test('with names of the greatest length, on one sheet of PDF/A-3b', async () => {
    const pdf = await renderInvoice(
      invoice({
        number: null,
        brand: longName,
        buyer: {
          name: longName,
          addressLines: [longName, `00-${'9'.repeat(13)} ${longName.slice(0, 30)}`],
          country: 'PL',
          taxNumber: '5260250274',
          vatId: 'PL5260250274',
        },
        seller: { ...seller, name: longName },
        pricePerSizeUnit: null,
        insuranceTax: 19,
      }),
      language,
    )
    const text = pdfText(pdf).replace(/\s/g, '')
    expect(text).toContain('Щербаковский')
    expect(pdfFacts(pdf)).toMatchObject({ pages: 1, conformance: '3b' })
  })
})

describe('papers of a contract that is closed', () => {
  const credit = (): InvoicePrint => {
    const rest = invoice()
    const [rent] = rest.lines
    if (rent === undefined || !('explanation' in rent)) throw new Error('no rent')
    const euro = (amount: number) => money(amount, 'EUR')
    const back = { net: euro(-10_000), vat: euro(-1_900), gross: euro(-11_900) }
    const explanation = {
      ...rent.explanation,
      rule: 'unusedDays' as const,
      days: 92,
      usedDays: 30,
      billed: euro(55_148),
      cost: euro(45_148),
    }
    return {
      ...rest,
      number: 'B1C-2026-000001',
      corrects: 'B1-2026-000217',
      lines: [{ ...rent, ...back, discount: euro(0), discountPercent: 0, explanation }],
      totals: back,
      paid: euro(0),
    }
  }
  test('a credit note names what it corrects and how the days were counted, and asks for nothing', () => {
    for (const language of languages) {
      const page = invoicePage(credit(), language)
      const all = JSON.stringify(page)
      expect(all).toContain('B1-2026-000217')
      expect(page.total.value).toBe(formatMoney(money(11_900, 'EUR'), language))
      // Three months at a price are not what goes back.
      expect(page.rows[0]).toMatchObject({ quantity: '', unitPrice: '' })
      expect(page.rows[0]?.why.join(' ')).toContain(formatMoney(money(45_148, 'EUR'), language))
      expect(page.payment.rows).toEqual([])
    }
    expect(invoicePage(credit(), 'de')).toMatchObject({ title: 'Rechnungskorrektur' })
  })

  test('one that somebody made says why, and what of each line goes back', () => {
    const [rent] = credit().lines
    if (rent === undefined) throw new Error('no rent')
    const { kind, quantity, discountPercent, discount, net, vat, gross, vatPercent } = rent
    const line = { kind, quantity, discountPercent, discount, net, vat, gross, vatPercent }
    const made = {
      ...credit(),
      reason: 'Der Aufzug stand still',
      lines: [{ ...line, corrected: { billed: money(55_148, 'EUR') } }],
    }
    for (const language of languages) {
      const page = invoicePage(made, language)
      expect(page.payment.rows).toMatchObject([{ value: 'Der Aufzug stand still' }])
      const why = page.rows[0]?.why.join(' ') ?? ''
      expect(why).toContain(formatMoney(money(55_148, 'EUR'), language))
      expect(why).toContain(formatMoney(money(10_000, 'EUR'), language))
    }
    const waived = { ...line, kind: 'penalty' as const, corrected: { billed: money(55_148, 'EUR') } }
    expect(invoicePage({ ...made, lines: [waived] }, 'de').rows[0]?.title).toBe('Verzugsgebühr')
  })

  const document: PrintableDocument = {
    id: 'S',
    paymentNumber: 1_000_000_001,
    kind: 'statement',
    number: 'B1S-2026-000001',
    currency: 'EUR',
    net: 0,
    vat: 0,
    gross: 0,
    paid: 0,
    paidOn: null,
    issuedOn: '2026-12-21',
    dueOn: '2026-12-21',
    documentDate: '2026-12-21',
    periodFrom: '2026-11-28',
    periodTo: '2026-12-21',
    brand: 'Stille Lager',
    language: 'de',
    comment: null,
    corrects: null,
    correctsDate: null,
    localRate: null,
    numbers: { I: 'B1-2026-000217', C: 'B1C-2026-000001' },
    lines: [],
    snapshot: {
      seller,
      buyer: { ...invoice().buyer, email: 'j@example.com', phone: null },
      contractNumber: 'B1-2026-0193',
      unitNumber: 'YA106',
      size: 7.5,
      unit: 'm2',
      stockName: 'Berlin',
      stockAddress: 'Müllerstraße 46a',
      stockCode: 'B1',
      timeZone: 'Europe/Berlin',
    },
  }
  const row = { documentDate: '2026-12-21', periodFrom: '2026-11-28', periodTo: '2026-12-28' }
  const figures = {
    leftOn: '2026-12-21',
    billed: 20_000,
    paid: 15_000,
    credited: 6_000,
    deposit: 5_000,
    balance: 0,
    toOthers: 1_000,
    owed: 0,
    payout: 5_000,
    documents: [
      { ...row, id: 'I', kind: 'invoice', gross: 20_000 },
      { ...row, id: 'C', kind: 'credit_note', gross: -11_000 },
    ],
  }
  test('a final statement names its documents and what is left, in each language', () => {
    for (const language of languages) {
      const page = statementPage(document, figures, language)
      expect(page.rows.map(({ title }) => title).join()).toMatch(/B1-2026-000217.*B1C-2026-000001/)
      expect(page.total.value).toBe(formatMoney(money(5_000, 'EUR'), language))
      expect(page.totals).toHaveLength(5)
      const owing = { ...figures, deposit: 0, credited: 0, toOthers: 0, owed: 5_000, payout: 0 }
      expect(statementPage(document, owing, language).payment.rows.length).toBeGreaterThan(2)
    }
  })
  test('a statement whose figures do not add up is never printed', () => {
    expect(() => statementPage(document, { ...figures, payout: 4_999 }, 'de')).toThrow(RangeError)
  })
})

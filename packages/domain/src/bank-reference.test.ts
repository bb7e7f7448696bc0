import { expect, test } from 'vitest'
import { creditorReference, referencesIn, spacedReference } from './bank-reference.ts'
import { remainder97 } from './iban.ts'

const codes = ['BER', 'MSK', 'WA', 'BERLIN', 'А1']
const nothing = { payments: [], documents: [], contracts: [], doubtfulContracts: [] }

test('a creditor reference checks by ISO 11649 and reads in groups of four', () => {
  for (const number of [1_000_000_001, 1_000_000_002, 1_234_567_890, 9_999_999_999]) {
    const reference = creditorReference(number)
    expect(reference).toMatch(/^RF\d{12}$/)
    expect(remainder97(reference)).toBe(1)
    expect(referencesIn([reference], []).payments).toEqual([number])
    expect(referencesIn([`Miete ${spacedReference(reference)} danke`], []).payments).toEqual([number])
  }
  expect(spacedReference('RF531000000001')).toBe('RF53 1000 0000 01')
  for (const wrong of [0, 1, 999_999_999, 10_000_000_000, 1_000_000_000.5])
    expect(() => creditorReference(wrong)).toThrow(RangeError)
})

test('a creditor reference with any one digit wrong, or two exchanged, names nothing', () => {
  const right = creditorReference(1_000_004_711)
  for (let at = 2; at < right.length; at += 1) {
    const other = String((Number(right[at]) + 3) % 10)
    expect(referencesIn([right.slice(0, at) + other + right.slice(at + 1)], []).payments).toEqual([])
    if (right[at] !== right[at + 1] && at + 1 < right.length)
      expect(
        referencesIn([right.slice(0, at) + right[at + 1] + right[at] + right.slice(at + 2)], []).payments,
      ).toEqual([])
  }
})

test('a creditor reference is found in lower case, broken over lines, and with words behind it', () => {
  const [number, reference] = [1_000_000_001, creditorReference(1_000_000_001)]
  const digits = reference.slice(2)
  for (const text of [
    reference.toLowerCase(),
    `RF ${digits}`,
    `RF${digits.slice(0, 5)}\n${digits.slice(5)}`,
    `RF${digits} 2026`,
    `/ROC/RF${digits}/URI/Box 12`,
    `Zapłata RF${digits}, boks 12`,
  ])
    expect(referencesIn([text], []).payments, text).toEqual([number])
  expect(referencesIn([`XRF${digits}`, 'RF', 'RF12', 'REF 123'], [])).toEqual(nothing)
})

test.each([
  ['Rechnung BER-2026-000123', 'BER-2026-000123'],
  ['ber 2026 000123', 'BER-2026-000123'],
  ['BER2026000123', 'BER-2026-000123'],
  ['BERP-2026-000004 Vertragsstrafe', 'BERP-2026-000004'],
  ['BERLIN/2026/000123', 'BERLIN-2026-000123'],
  ['Оплата по счету МSК-2026-000123 в т.ч. НДС 22%', 'MSK-2026-000123'],
  ['Оплата по счёту № МСК-2026-000123', ''],
  ['счет A1-2026-000123', 'А1-2026-000123'],
  ['faktura nr WA-2026-000123, box A 12', 'WA-2026-000123'],
  ['BER-2026-\n000123', 'BER-2026-000123'],
  ['NUMBER-2026-000123', ''],
  ['BER-2026-0001234567', ''],
])('%s names the document %s', (text, number) => {
  expect(referencesIn([text], codes).documents).toEqual(number === '' ? [] : [number])
})

test("a document's number is not taken for the contract of the same digits", () => {
  expect(referencesIn(['BER-2026-000123'], codes)).toEqual({ ...nothing, documents: ['BER-2026-000123'] })
  // A code of no stock of this seller: somebody else's number.
  expect(referencesIn(['HAM-2026-000123'], codes)).toEqual({ ...nothing, doubtfulContracts: ['2026-000123'] })
})

test.each([
  ['2026-000123', ['2026-000123'], []],
  ['Vertrag 2026 000123 November', ['2026-000123'], []],
  ['Оплата по договору 2026-000123', ['2026-000123'], []],
  ['2026-1234567', ['2026-1234567'], []],
  ['Rechnung 2026-000123', [], ['2026-000123']],
  ['Rechnungsnummer: 2026-000123', [], ['2026-000123']],
  ['faktura nr 2026-000123', [], ['2026-000123']],
  ['Оплата по счету № 2026-000123', [], ['2026-000123']],
  ['DE89370400442026000123', [], []],
  ['1999-12345', [], []],
  ['12026-000123', [], []],
])('%s names contracts %j, doubtful %j', (text, contracts, doubtfulContracts) => {
  expect(referencesIn([text], codes)).toEqual({ ...nothing, contracts, doubtfulContracts })
})

test('several references in several texts are each found once', () => {
  const [one, two] = [creditorReference(1_000_000_001), creditorReference(1_000_000_002)]
  expect(referencesIn([one, `${one} ${two} 2026-000001`, '2026-000001, 2026-000002'], codes)).toEqual({
    ...nothing,
    payments: [1_000_000_001, 1_000_000_002],
    contracts: ['2026-000001', '2026-000002'],
  })
})

test('a long text of what almost is a reference is read in no time', () => {
  const text = `${'RF 1 '.repeat(20_000)}${'2026 - '.repeat(20_000)}${'BER-'.repeat(20_000)}`
  expect(referencesIn([text], codes)).toEqual(nothing)
})

import { expect, test } from 'vitest'
import type { CsvForm } from '@stowage/api/bank'
import { decode, guessEncoding, type Encoding } from './decode-text.ts'
import { guessCsvForm, guessSeparator } from './guess-csv-form.ts'
import { dayIn, linesOfCsv, minorIn, readRows } from './read-csv.ts'
import { BankFileError } from './statement.ts'

async function guessed(bytes: Uint8Array) {
  const encoding = guessEncoding(bytes)
  const text = decode(bytes, encoding)
  const separator = guessSeparator(text)
  const rows = await readRows(text, separator, 1000)
  return { rows, form: guessCsvForm(rows, { encoding, separator }) }
}

const german = `"Umsätze Girokonto";"Zeitraum: 30 Tage";
"Kontostand vom 20.11.2026:";"12.345,67 EUR";

"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"IBAN";"Betrag (€)";"Währung"
"20.11.26";"20.11.26";"Gebucht";"Jürgen Groß";"Stowage GmbH";"Miete ""Box 12"", RF53 1000 0000 01
zweite Zeile";"DE89370400440532013000";"1.234,56";"EUR"
"19.11.26";"19.11.26";"Gebucht";"Stowage GmbH";"Stadtwerke";"Strom";"DE02120300000000202051";"-99,00";"EUR"
`

test('a German file of a bank is read with what it looks like, and every number of it', async () => {
  const { rows, form } = await guessed(Buffer.from(german))
  expect(form).toMatchObject({
    encoding: 'utf-8',
    separator: ';',
    skip: 4,
    dateForm: 'DMY',
    decimal: ',',
    columns: {
      date: 0,
      amount: 7,
      currency: 8,
      payer: 3,
      account: 6,
      purpose: [5],
      credit: null,
      debit: null,
    },
  })
  expect(linesOfCsv(rows, form)).toEqual({
    skipped: 0,
    lines: [
      expect.objectContaining({
        bookedOn: '2026-11-20',
        direction: 'in',
        amount: 123_456,
        currency: 'EUR',
        payerName: 'Jürgen Groß',
        payerAccount: 'DE89370400440532013000',
        purpose: 'Miete "Box 12", RF53 1000 0000 01 zweite Zeile',
      }),
      expect.objectContaining({ direction: 'out', amount: 9900 }),
    ],
  })
})

const russian = `Дата операции;Номер документа;Дебет;Кредит;Контрагент;Счёт;Назначение платежа
20.11.2026;17;;12 500,00;ООО "Ромашка";40702810900000001234;Оплата по договору 2026-000123, НДС 22%
20.11.2026;18;3 000,00;;Аренда;40702810900000005678;Аренда
Итого;;3 000,00;12 500,00;;;
`
/** As a Russian program writes it: byte for letter. */
const inCyrillic = (text: string, encoding: 'windows-1251' | 'cp866'): Uint8Array => {
  const decoder = new TextDecoder(encoding === 'cp866' ? 'ibm866' : encoding)
  const letters = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]),
  )
  return Uint8Array.from(text, (letter) => letters.get(letter) ?? 63)
}

test.each(['windows-1251', 'cp866'] as const)(
  'a Russian file in %s is known by its letters; two columns say what came and went',
  async (encoding) => {
    const { rows, form } = await guessed(inCyrillic(russian, encoding))
    expect(form).toMatchObject({
      encoding,
      skip: 1,
      decimal: ',',
      columns: { date: 0, amount: null, credit: 3, debit: 2, payer: 4, purpose: [6], id: 1 },
    })
    const read = { ...form, currency: 'RUB' as const }
    const { lines, skipped } = linesOfCsv(rows, read)
    expect(skipped).toBe(1)
    expect(lines).toMatchObject([
      {
        direction: 'in',
        amount: 1_250_000,
        payerName: 'ООО "Ромашка"',
        bankReference: '17',
        purpose: 'Оплата по договору 2026-000123, НДС 22%',
      },
      { direction: 'out', amount: 300_000 },
    ])
  },
)

test('Polish letters are told apart in every code page that Polish banks use', async () => {
  const polish =
    'Data;Kwota;Waluta;Tytuł;Nadawca\n2026-11-20;1200,50;PLN;Zapłata za boks, faktura WA-2026-000123;Łukasz Żółć, Gdańsk ąęśćźńó\n'
  const bytes = (encoding: Encoding): Uint8Array => {
    if (encoding === 'utf-16le') return Buffer.from(`\u{FEFF}${polish}`, 'utf16le')
    const letters = new Map(
      Array.from({ length: 256 }, (_, byte) => [
        byte === 0 ? '' : decode(Uint8Array.of(byte), encoding),
        byte,
      ]),
    )
    return Uint8Array.from(polish, (letter) => letters.get(letter) ?? 63)
  }
  for (const encoding of ['windows-1250', 'cp852', 'utf-16le'] as const) {
    const { rows, form } = await guessed(bytes(encoding))
    expect(form.encoding).toBe(encoding)
    expect(form.dateForm).toBe('YMD')
    expect(linesOfCsv(rows, form).lines).toMatchObject([
      { amount: 120_050, currency: 'PLN', payerName: 'Łukasz Żółć, Gdańsk ąęśćźńó', bookedOn: '2026-11-20' },
    ])
  }
})

const plain: CsvForm = {
  encoding: 'utf-8',
  separator: ',',
  skip: 1,
  dateForm: 'YMD',
  decimal: '.',
  currency: 'EUR',
  columns: {
    date: 0,
    amount: 1,
    credit: null,
    debit: null,
    currency: null,
    payer: 2,
    account: null,
    purpose: [3],
    id: 4,
  },
}
const faultOf = async (text: string, form: CsvForm = plain): Promise<string> => {
  try {
    linesOfCsv(await readRows(text, form.separator, 1000), form)
  } catch (error) {
    if (error instanceof BankFileError) return `${error.fault}|${error.place}`
    throw error
  }
  throw new Error('it was read')
}

test.each([
  ['2026-11-20,5.00,A,B', 'column|line 2'],
  ['2026-11-20,5.00', 'column|line 2'],
  ['2026-11-20,,A,B,1', 'amount|line 2'],
  ['20.11.2026,5.00,A,B,1', 'day|line 2: 20.11.2026'],
  ['2026-02-30,5.00,A,B,1', 'day|line 2: 2026-02-30'],
  ['2026-11-20,five,A,B,1', 'amount|line 2: five'],
  ['2026-11-20,5.001,A,B,1', 'amount|line 2: 5.001'],
  ['2026-11-20,"5,00",A,B,1', 'amount|line 2: 5,00'],
  ['total,5.00,A,B,1', 'day|line 2: total'],
  ['2026-11-20,5.00,"A,B,1', 'csv|'],
  ['', 'noStatement|'],
])('the row %s refuses the file and says where', async (row, fault) => {
  expect(await faultOf(`day,amount,payer,purpose,id\n${row}`)).toContain(fault)
})

test('a row of another currency is kept with it, one of an unknown currency refused', async () => {
  const form = { ...plain, columns: { ...plain.columns, currency: 5 } }
  const rows = await readRows('h\n2026-11-20,5.00,A,B,1,PLN\n2026-11-20,6.00,A,B,2,eur', ',', 10)
  expect(linesOfCsv(rows, form).lines.map(({ currency }) => currency)).toEqual(['PLN', 'EUR'])
  expect(await faultOf('h\n2026-11-20,5.00,A,B,1,GBP', form)).toBe('currency|line 2: GBP')
})

test('a row of hundreds of kilobytes ends the reading', async () => {
  await expect(readRows(`a,b\n"${'x'.repeat(300_000)}",1`, ',', 10)).rejects.toThrow(BankFileError)
})

test.each([
  ['1.234,56', ',', 123_456],
  ['1 234,5', ',', 123_450],
  ['-12,00 €', ',', -1200],
  ['12,00-', ',', -1200],
  ['+7', ',', 700],
  ['1.234', ',', 123_400],
  ['1,234.56', '.', 123_456],
  ["1'234.56", '.', 123_456],
  ['−3.00', '.', -300],
  ['1.23.4', ',', null],
  ['-1-', ',', null],
  ['12,345', ',', null],
  ['', ',', null],
  ['NaN', '.', null],
  ['1e5', '.', null],
] as const)('%s with the sign %s is %s', (text, decimal, minor) => expect(minorIn(text, decimal)).toBe(minor))

test('days are read in the form that was chosen, and only real ones', () => {
  expect(dayIn('05.03.26', 'DMY')).toBe('2026-03-05')
  expect(dayIn('3/5/2026', 'MDY')).toBe('2026-03-05')
  expect(dayIn('20260305', 'YMD')).toBe('2026-03-05')
  expect(dayIn('2026-03-05 14:22:01', 'YMD')).toBe('2026-03-05')
  for (const wrong of ['31.02.2026', '2026-13-01', '1.1', '', '00.00.0000'])
    expect(dayIn(wrong, 'DMY')).toBeNull()
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allOf, painFaults, readXml } from './testing/pain-structure.ts'
import { decimal, writePain, type PainFile } from './write-pain.ts'

const debit = (over: object = {}) => ({
  endToEndId: '01JD0000000000000000000001',
  amount: 11_900,
  mandate: '2026-000123-1',
  signedOn: Temporal.PlainDate.from('2026-11-22'),
  holder: 'Jürgen Groß-Łoś',
  iban: 'DE89 3704 0044 0532 0130 00',
  remittance: 'BER-2026-000402 2026-000123 YA101',
  ...over,
})

const file: PainFile = {
  id: '01JD00000000000000000000BA',
  madeAt: Temporal.Instant.from('2026-12-17T08:15:30.123Z'),
  creditor: { name: 'Stowage Berlin GmbH & Co. KG', iban: 'DE02 1203 0000 0000 2020 51', bic: 'BYLADEM1001' },
  parts: [
    {
      id: '01JD00000000000000000000BA-1',
      sequence: 'FRST',
      collectOn: Temporal.PlainDate.from('2026-12-21'),
      creditorId: 'DE98ZZZ09999999999',
      debits: [debit()],
    },
    {
      id: '01JD00000000000000000000BA-2',
      sequence: 'RCUR',
      collectOn: Temporal.PlainDate.from('2026-12-21'),
      creditorId: 'DE98ZZZ09999999999',
      debits: [
        debit({
          endToEndId: '01JD0000000000000000000002',
          amount: 1,
          mandate: '2026-000007-2',
          holder: 'Анна Щукина',
          iban: 'PL61109010140000071219812874',
        }),
        // In binary fractions 0.1 + 0.2 + 1234567.89 is another sum.
        debit({ endToEndId: '01JD0000000000000000000003', amount: 123_456_789 }),
      ],
    },
  ],
}

test('a file is letter by letter what the golden one is', () => {
  const golden = readFileSync(new URL('testing/golden-pain.xml', import.meta.url), 'utf8')
  // Kept in lines, so that a person can read it.
  expect(writePain(file).replaceAll('><', '>\n<')).toBe(golden)
  expect(painFaults(writePain(file))).toEqual([])
})

test('sums are exact to the cent, of each part and of all', () => {
  const document = readXml(writePain(file))
  expect(allOf(document, 'CtrlSum').map(({ text }) => text)).toEqual(['1234686.90', '119.00', '1234567.90'])
  expect(allOf(document, 'NbOfTxs').map(({ text }) => text)).toEqual(['3', '1', '2'])
  expect(decimal(1)).toBe('0.01')
  expect(decimal(99_999_999_999)).toBe('999999999.99')
  expect(() => decimal(0)).toThrow(RangeError)
  expect(() => decimal(10.5)).toThrow(RangeError)
})

test('names are written in letters that every bank carries; one too long for the scheme is cut', () => {
  const document = readXml(writePain(file))
  expect(allOf(document, 'Nm').map(({ text }) => text)).toEqual([
    'Stowage Berlin GmbH + Co. KG',
    'Stowage Berlin GmbH + Co. KG',
    'Juergen Gross-Los',
    'Stowage Berlin GmbH + Co. KG',
    'Anna Shchukina',
    'Juergen Gross-Los',
  ])
  const long = {
    ...file,
    parts: [
      { ...file.parts[0]!, debits: [debit({ holder: '<Ö&'.repeat(60), remittance: 'x'.repeat(300) })] },
    ],
  }
  expect(painFaults(writePain(long))).toEqual([])
})

test('a bank code of another system is left out: the account number says which bank it is', () => {
  const russian = writePain({ ...file, creditor: { ...file.creditor, bic: '044525225' } })
  expect(painFaults(russian)).toEqual([])
  expect(russian).not.toContain('BICFI')
})

test.each([
  [
    'an element in the wrong place',
    (xml: string) => xml.replace(/(<ChrgBr>SLEV<\/ChrgBr>)(<CdtrSchmeId>.*?<\/CdtrSchmeId>)/, '$2$1'),
  ],
  ['a sum that is not that of its debits', (xml: string) => xml.replace('119.00', '119.01')],
  ['a letter outside of the set', (xml: string) => xml.replace('Juergen', 'Jürgen')],
  ['an element that is missing', (xml: string) => xml.replace('<PmtMtd>DD</PmtMtd>', '')],
  ['one name for two debits', (xml: string) => xml.replace('0000000003', '0000000002')],
  ['a number that is cut', (xml: string) => xml.replace('1234567.89', '1234567.8')],
])('the check finds %s', (_name, spoil) => {
  const spoilt = spoil(writePain(file))
  expect(spoilt).not.toBe(writePain(file))
  expect(painFaults(spoilt)).not.toEqual([])
})

test('a name without a letter that SEPA carries spoils nobody’s file', () => {
  const part = {
    ...file.parts[0],
    debits: [debit({ holder: '//', remittance: 'ь' })],
  } as (typeof file.parts)[0]
  const xml = writePain({ ...file, creditor: { ...file.creditor, name: 'ЬЬ' }, parts: [part] })
  expect(painFaults(xml)).toEqual([])
  expect(allOf(readXml(xml), 'Nm').map(({ text }) => text)).toEqual([
    'NOTPROVIDED',
    'NOTPROVIDED',
    'NOTPROVIDED',
  ])
})

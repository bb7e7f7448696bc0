import { expect, test } from 'vitest'
import { camt, ibanOf } from './camt.fixture.ts'
import { decodeXml } from './decode-text.ts'
import { readCamt } from './read-camt.ts'
import { BankFileError } from './statement.ts'

const account = ibanOf(1)
const payer = ibanOf(77)

async function faultOf(text: string): Promise<string> {
  try {
    await readCamt(text)
  } catch (error) {
    if (error instanceof BankFileError) return `${error.fault}|${error.place}`
    throw error
  }
  throw new Error('it was read')
}

test.each(['02', '04', '06', '08', '10', '13'])(
  'version %s is read, with and without a prefix',
  async (version) => {
    for (const prefix of ['', 'ns2']) {
      const [statement, ...others] = await readCamt(
        camt(
          {
            account,
            entries: [
              {
                amount: '120.50',
                day: '2026-11-19',
                bankReference: 'B-1',
                endToEnd: 'E-1',
                payer: 'Jürgen Groß &amp; Söhne',
                iban: payer,
                purpose: ['Rechnung BER-2026-', '000123'],
                reference: 'RF531000000001',
              },
              { amount: '20.00', sign: 'DBIT', payer: 'Stadtwerke', endToEnd: 'NOTPROVIDED' },
            ],
          },
          version,
          prefix,
        ),
      )
      expect(others).toEqual([])
      expect(statement).toMatchObject({
        account,
        statementId: 'S1',
        currency: 'EUR',
        opening: 100_000,
        closing: 110_050,
        skipped: 0,
      })
      expect(statement?.lines).toEqual([
        {
          bookedOn: '2026-11-19',
          valueOn: '2026-11-19',
          direction: 'in',
          amount: 12_050,
          currency: 'EUR',
          bankReference: 'B-1',
          endToEndId: 'E-1',
          batchReference: null,
          payerName: 'Jürgen Groß & Söhne',
          payerAccount: payer,
          purpose: 'Rechnung BER-2026- 000123',
          reference: 'RF531000000001',
          returnReason: null,
          isReversal: false,
          isBatch: false,
        },
        expect.objectContaining({
          direction: 'out',
          amount: 2000,
          payerName: 'Stadtwerke',
          endToEndId: null,
          bankReference: null,
        }),
      ])
    }
  },
)

test('a batch is its payments where their sums make it up, else one entry that says so', async () => {
  const parts = [
    { amount: '10.00', payer: 'A', bankReference: 'X1' },
    { amount: '20.00', payer: 'B', bankReference: 'X2' },
  ]
  for (const version of ['02', '08']) {
    const [whole] = await readCamt(camt({ account, entries: [{ amount: '30.00', parts }] }, version))
    expect(whole?.lines.map(({ amount, payerName, isBatch }) => ({ amount, payerName, isBatch }))).toEqual([
      { amount: 1000, payerName: 'A', isBatch: false },
      { amount: 2000, payerName: 'B', isBatch: false },
    ])
    const [charged] = await readCamt(camt({ account, entries: [{ amount: '29.00', parts }] }, version))
    expect(charged?.lines).toMatchObject([{ amount: 2900, isBatch: true }])
    const [other] = await readCamt(
      camt(
        { account, entries: [{ amount: '30.00', parts: [parts[0]!, { ...parts[1]!, currency: 'USD' }] }] },
        version,
      ),
    )
    expect(other?.lines).toMatchObject([{ amount: 3000, isBatch: true }])
  }
  // Debits that came back together, with the charges of the bank in one sum: it stays a return, which staff are asked about.
  const [back] = await readCamt(
    camt({
      account,
      entries: [
        {
          amount: '36.00',
          sign: 'DBIT',
          parts: parts.map((one) => ({ ...one, sign: 'DBIT', reason: 'AM04' })),
        },
      ],
    }),
  )
  expect(back?.lines).toMatchObject([{ amount: 3600, isBatch: true, returnReason: 'AM04' }])
  const [untold] = await readCamt(camt({ account, entries: [{ amount: '30.00', batchOf: 12 }] }))
  expect(untold?.lines).toMatchObject([{ amount: 3000, isBatch: true }])
})

test('what is announced or moves nothing is passed over, what came back is marked', async () => {
  const [statement] = await readCamt(
    camt({
      account,
      entries: [
        { amount: '5.00', status: 'PDNG' },
        { amount: '6.00', status: 'INFO' },
        { amount: '0.00' },
        { amount: '50.00', sign: 'DBIT', reason: 'MD06', purpose: ['Rueckgabe'] },
        { amount: '7.00', reversal: true },
      ],
    }),
  )
  expect(statement?.skipped).toBe(3)
  expect(statement?.lines).toMatchObject([
    { direction: 'out', amount: 5000, returnReason: 'MD06', isReversal: false },
    { direction: 'in', amount: 700, isReversal: true },
  ])
})

test('balances that do not agree with the entries refuse the file and say where', async () => {
  expect(await faultOf(camt({ account, id: 'S-7', closing: '1000.01', entries: [{ amount: '1.00' }] }))).toBe(
    'sums|S-7: 1001.00 ≠ 1000.01',
  )
  const [overdrawn] = await readCamt(camt({ account, opening: '-10.00', entries: [{ amount: '4.00' }] }))
  expect(overdrawn).toMatchObject({ opening: -1000, closing: -600 })
})

test.each([
  ['-5.00', 'amount|entry 1'],
  ['5.001', 'amount|entry 1'],
  ['1e3', 'amount|entry 1'],
  ['99999999999999.00', 'amount|entry 1'],
  ['', 'amount|entry 1'],
])('an amount of "%s" is refused', async (amount, fault) => {
  expect(await faultOf(camt({ account, closing: '1.00', entries: [{ amount }] }))).toContain(fault)
})

test('an amount of five decimals is read where the last three are nothing', async () => {
  const [statement] = await readCamt(camt({ account, closing: '1005.25', entries: [{ amount: '5.25000' }] }))
  expect(statement?.lines).toMatchObject([{ amount: 525 }])
})

test('another currency than the account’s, an impossible day and no account are refused', async () => {
  expect(await faultOf(camt({ account, entries: [{ amount: '5.00', currency: 'USD' }] }))).toContain(
    'currency|entry 1',
  )
  expect(await faultOf(camt({ account, entries: [{ amount: '5.00', day: '2026-02-30' }] }))).toContain(
    'day|entry 1',
  )
  expect(await faultOf(camt({ account: '', entries: [{ amount: '5.00' }] }))).toBe('account|S1')
})

test('entities, document types and foreign messages are refused before they are believed', async () => {
  const good = camt({ account, entries: [{ amount: '5.00', purpose: ['&lol9;'] }] })
  const laughs = `<!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from({ length: 9 }, (_, n) => `<!ENTITY lol${n + 1} "${`&lol${n === 0 ? '' : n};`.repeat(10)}">`).join('')}]>`
  expect(await faultOf(good.replace('?>\n', `?>\n${laughs}`))).toMatch(/^doctype\|line/)
  expect(await faultOf(good)).toMatch(/^xml\|line/)
  expect(await faultOf(good.replace('?>\n', '?>\n<!DOCTYPE Document SYSTEM "file:///etc/passwd">'))).toMatch(
    /^doctype/,
  )
  expect(await faultOf(`<html><body>${'<p>'.repeat(10)}</html>`)).toBe('otherMessage|html')
  expect(
    await faultOf(camt({ account, entries: [] }).replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn')),
  ).toBe('otherMessage|BkToCstmrDbtCdtNtfctn')
  expect(await faultOf(`<Document><BkToCstmrStmt>${'<a>'.repeat(50_000)}`)).toMatch(/^depth/)
  expect(await faultOf('<Document><BkToCstmrStmt/></Document>')).toBe('noStatement|')
})

test('a file cut off anywhere is refused', async () => {
  const whole = camt({ account, entries: [{ amount: '5.00', purpose: ['Grüße 😀'] }, { amount: '6.00' }] })
  for (let at = 40; at < whole.length - 1; at += 37)
    expect(await faultOf(whole.slice(0, at)), `cut at ${at}`).toMatch(/^(?:xml|noStatement)/)
})

test('more entries than any account has are refused', async () => {
  const entry = '<Ntry><Amt Ccy="EUR">0.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts></Ntry>'
  const text = camt({ account, entries: [] }).replace('</Stmt>', `${entry.repeat(20_001)}</Stmt>`)
  expect(await faultOf(text)).toBe('tooMany|20000')
})

test('an entry of nothing but parts is not held', async () => {
  const text = camt({ account, entries: [] }).replace(
    '</Stmt>',
    `<Ntry>${'<a/>'.repeat(400_001)}</Ntry></Stmt>`,
  )
  expect(await faultOf(text)).toMatch(/^tooMany/)
})

test('the letters of an XML file are read as it says, or as its mark says', async () => {
  const text = camt({ account, entries: [{ amount: '5.00', payer: 'Łukasz Żółć' }] })
  const nameIn = async (bytes: Uint8Array) => (await readCamt(decodeXml(bytes)))[0]?.lines[0]?.payerName
  const utf16 = Buffer.from(`\u{FEFF}${text}`, 'utf16le')
  expect(await nameIn(Buffer.from(text))).toBe('Łukasz Żółć')
  expect(await nameIn(Buffer.from(`\u{FEFF}${text}`))).toBe('Łukasz Żółć')
  expect(await nameIn(utf16)).toBe('Łukasz Żółć')
  expect(await nameIn(Buffer.from(utf16).swap16())).toBe('Łukasz Żółć')
  const latin = camt({ account, entries: [{ amount: '5.00', payer: 'Jürgen' }] }).replace(
    'UTF-8',
    'ISO-8859-1',
  )
  expect(await nameIn(Buffer.from(latin, 'latin1'))).toBe('Jürgen')
  expect(() => decodeXml(Buffer.from(latin.replace('ISO-8859-1', 'UTF-8'), 'latin1'))).toThrow(BankFileError)
  expect(() => decodeXml(Buffer.from(text.replace('UTF-8', 'EBCDIC-X')))).toThrow(BankFileError)
  expect(() => decodeXml(Buffer.from(text.replace('Łukasz', 'Łu\0kasz')))).toThrow(BankFileError)
})

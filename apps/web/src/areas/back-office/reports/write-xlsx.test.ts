import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { unzip } from '../../../../../../tools/testing/unzip.ts'
import { writeXlsx, type XlsxTable } from './write-xlsx.ts'

const table: XlsxTable = {
  name: 'Debt: [all] / 2026, and a name that is far too long for a sheet',
  columns: [
    { title: 'Client', kind: 'text' },
    { title: 'Rent', kind: 'money' },
    { title: 'Share', kind: 'percent' },
    { title: 'Since', kind: 'day' },
    { title: 'Boxes', kind: 'count' },
  ],
  rows: [
    ['=HYPERLINK("http://evil.example","x")', 123_456, 12.5, '2026-11-21', 3],
    ['<Müller> & "Söhne"\u0000\ud800', -1, null, 'no day', null],
  ],
}
const read = async (written = table): Promise<Map<string, string>> => {
  const bytes = Buffer.from(await (await writeXlsx(written)).arrayBuffer())
  return new Map([...unzip(bytes)].map(([name, content]) => [name, inflateRawSync(content).toString('utf8')]))
}

test('a workbook has its parts, each well-formed, and each that it names', async () => {
  const parts = await read()
  expect([...parts.keys()].toSorted()).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
  ])
  expect(parts.get('xl/workbook.xml')).toContain('<sheet name="Debt   all    2026, and a name')
})

test('words are words, whatever they begin with; figures are figures; days are days', async () => {
  const sheet = (await read()).get('xl/worksheets/sheet1.xml') ?? ''
  expect(sheet).toContain(
    '<c r="A2" s="0" t="inlineStr"><is><t xml:space="preserve">=HYPERLINK(&quot;http://evil.example&quot;,&quot;x&quot;)</t></is></c>',
  )
  expect(sheet).not.toContain('<f>')
  expect(sheet).toContain('<c r="B2" s="4"><v>1234.56</v></c><c r="C2" s="5"><v>0.125</v></c>')
  // 21 November 2026, as Excel counts.
  expect(sheet).toContain('<c r="D2" s="6"><v>46347</v></c>')
  expect(sheet).toContain('&lt;Müller&gt; &amp; &quot;Söhne&quot;\ufffd</t>')
  expect(sheet).toContain('<t xml:space="preserve">no day</t>')
  expect(sheet).not.toContain('r="E3"')
})

test('a table of many columns has their letters', async () => {
  const columns = Array.from({ length: 28 }, (_, index) => ({ title: `c${index}`, kind: 'count' as const }))
  const sheet = (await read({ name: '', columns, rows: [] })).get('xl/worksheets/sheet1.xml') ?? ''
  expect(sheet).toContain('r="Z1"')
  expect(sheet).toContain('r="AB1"')
})

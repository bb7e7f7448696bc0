import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { screenUpload } from './screen-upload.ts'

/** A small document, with something more in its catalog, or in a compressed object beside it. */
function pdf(more: { catalog?: string; inside?: string; filter?: string; content?: Buffer }): Buffer {
  const stream = (head: string, body: Buffer): Buffer =>
    Buffer.concat([
      Buffer.from(`<< ${head} /Length ${body.length} >>\nstream\n`),
      body,
      Buffer.from('\nendstream\nendobj\n'),
    ])
  return Buffer.concat([
    Buffer.from(`%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${more.catalog ?? ''} >>\nendobj\n`),
    Buffer.from('2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n3 0 obj\n'),
    stream('/Filter /FlateDecode', more.content ?? deflateSync('BT (Hello) Tj ET')),
    ...(more.inside === undefined
      ? []
      : [
          Buffer.from('4 0 obj\n'),
          stream(
            `/Type /ObjStm /N 1 /First 4 /Filter ${more.filter ?? '/FlateDecode'}`,
            deflateSync(more.inside),
          ),
        ]),
    Buffer.from('trailer\n<< /Root 1 0 R >>\n%%EOF\n'),
  ])
}
const isTaken = async (bytes: Buffer): Promise<boolean> =>
  (await screenUpload(bytes.toString('base64'))).is === 'pdf'

const ACTING = [
  '/AcroForm << /A << /S /SubmitForm /F (https://x.example) >> >>',
  '/A << /S /GoToR /F (other.pdf) >>',
  '/A << /S /GoToE /T << /R /C >> >>',
  '/A << /S /ImportData /F (x.fdf) >>',
  '/A << /S /Launch /F (calc.exe) >>',
  '/A << /S /URI /URI (https://x.example) >>',
  '/OpenAction 5 0 R',
  '/AA << /O 5 0 R >>',
  '/A << /S /JavaScript /JS (app.alert(1)) >>',
  '/AcroForm << /XFA 6 0 R >>',
  '/Names << /EmbeddedFiles 7 0 R >>',
  '/Type /EmbeddedFile',
]

describe('B14: a PDF that acts', () => {
  test.each(ACTING)('B14: %s is refused', async (what) => {
    expect(await isTaken(pdf({ catalog: what }))).toBe(false)
  })
  test.each(ACTING)('B14: %s in a compressed object is refused', async (what) => {
    expect(await isTaken(pdf({ inside: `1 0 << ${what} >>` }))).toBe(false)
  })
  test.each(['/Open#41ction 5 0 R', '/#58FA 6 0 R', '/S /#55#52#49', '/S /GoTo#52', '/#4a#53 (x)'])(
    'B14: %s, written with signs by number, is refused',
    async (what) => {
      expect(await isTaken(pdf({ catalog: what }))).toBe(false)
      expect(await isTaken(pdf({ inside: what }))).toBe(false)
    },
  )
  test('B14: an encrypted one, and compressed objects that cannot be read, are refused', async () => {
    expect(await isTaken(pdf({ catalog: '/Encrypt 9 0 R' }))).toBe(false)
    expect(await isTaken(pdf({ inside: '1 0 << >>', filter: '/LZWDecode' }))).toBe(false)
    expect(await isTaken(pdf({ inside: ' '.repeat(40 * 1024 * 1024) }))).toBe(false)
  })
})

describe('B14: an ordinary PDF is taken', () => {
  test('B14: with compressed objects, metadata and names that only begin alike', async () => {
    expect(await isTaken(pdf({}))).toBe(true)
    expect(
      await isTaken(pdf({ inside: '1 0 << /Type /Font /Subtype /Type1 /BaseFont /AAAAAB+Sans >>' })),
    ).toBe(true)
    expect(await isTaken(pdf({ catalog: '/Lang (de) /PageMode /UseNone /JSON 1 /URIs 2' }))).toBe(true)
  })
  test('B14: with the letters of a name in a picture of a scanner', async () => {
    expect(await isTaken(pdf({ content: Buffer.from('\x00/AA \x01/JS stream \xff', 'latin1') }))).toBe(true)
  })
})

test('B14: a place to open at, as office programs write it, is no action', async () => {
  expect(await isTaken(pdf({ catalog: '/OpenAction [3 0 R /XYZ null null 0]' }))).toBe(true)
  expect(await isTaken(pdf({ catalog: '/OpenAction << /S /Named /N /Print >>' }))).toBe(false)
  expect(await isTaken(pdf({ catalog: '/Open#41ction 5 0 R' }))).toBe(false)
})

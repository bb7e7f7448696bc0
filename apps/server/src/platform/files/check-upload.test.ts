import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { Failure, FieldFailures } from '../failure.ts'
import { checkUpload } from './check-upload.ts'
import { screenUpload } from './screen-upload.ts'

const picture = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#2a6' } })
const jpeg = await picture().jpeg().toBuffer()
const png = await picture().png().toBuffer()
const webp = await picture().webp().toBuffer()
const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n',
)
const html = Buffer.from('<html><script>alert(1)</script></html>')
const check = async (bytes: Uint8Array) =>
  await checkUpload(Buffer.from(bytes).toString('base64'), 'passportFile')

/** A PNG header that says it is huge: 60000 × 60000 pixels in a few bytes. */
function bomb(width: number, height: number): Buffer {
  const header = Buffer.from(png)
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  return withChecksum(header)
}
function withChecksum(bytes: Buffer): Buffer {
  let crc = 0xffffffff
  for (const byte of bytes.subarray(12, 29)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  bytes.writeUInt32BE((crc ^ 0xffffffff) >>> 0, 29)
  return bytes
}
const webpBomb = async (): Promise<Buffer> =>
  await sharp({ create: { width: 16000, height: 5000, channels: 3, background: '#fff' } })
    .webp({ lossless: true, effort: 0 })
    .toBuffer()

describe('an upload', () => {
  test.each([
    ['jpg', jpeg, 'image/jpeg'],
    ['png', png, 'image/png'],
    ['webp', webp, 'image/webp'],
    ['pdf', pdf, 'application/pdf'],
    ['pdf without a last line break', pdf.subarray(0, -1), 'application/pdf'],
  ])('that is a %s is taken in', async (_what, bytes, contentType) => {
    expect((await check(bytes)).contentType).toBe(contentType)
  })

  test.each<[string, () => Uint8Array | Promise<Uint8Array>]>([
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['SVG behind an XML line', () => Buffer.from('<?xml version="1.0"?>\n<svg onload="alert(1)"/>')],
    ['HTML', () => html],
    ['plain text', () => Buffer.from('passport')],
    ['GIF', async () => await picture().gif().toBuffer()],
    ['TIFF', async () => await picture().tiff().toBuffer()],
    ['an archive', () => Buffer.from('504b0304140000000000', 'hex')],
    ['a program', () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])],
    ['JPEG with HTML behind it', () => Buffer.concat([jpeg, html])],
    ['PNG with HTML behind it', () => Buffer.concat([png, html])],
    ['WebP with PHP behind it', () => Buffer.concat([webp, Buffer.from('<?php system($_GET[0]); ?>')])],
    [
      'JPEG with a script in its comment',
      () =>
        Buffer.concat([
          jpeg.subarray(0, 2),
          Buffer.from([0xff, 0xfe, 0, 29]),
          Buffer.from('<SCRIPT>alert(1)</SCRIPT> .'),
          jpeg.subarray(2),
        ]),
    ],
    [
      'JPEG that is an archive as well',
      () => Buffer.concat([jpeg, Buffer.from('504b0506', 'hex'), Buffer.alloc(18)]),
    ],
    ['PNG that is a PDF as well', () => Buffer.concat([png.subarray(0, 33), pdf, png.subarray(33)])],
    ['PDF with HTML behind it', () => Buffer.concat([pdf, html])],
    ['PDF with HTML in front', () => Buffer.concat([html, pdf])],
    [
      'PDF with HTML in its first line',
      () => Buffer.concat([Buffer.from('%PDF-1.4 <html><script>alert(1)</script>\n'), pdf.subarray(9)]),
    ],
    ['PDF with an archive behind it', () => Buffer.concat([pdf, Buffer.from('504b0304', 'hex')])],
    [
      'PDF that runs a script',
      () =>
        Buffer.from(
          pdf
            .toString()
            .replace('/Pages 2 0 R', '/Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>'),
        ),
    ],
    [
      'PDF that starts a program',
      () =>
        Buffer.from(
          pdf.toString().replace('/Pages 2 0 R', '/Pages 2 0 R /OpenAction << /S /Launch /F (cmd.exe) >>'),
        ),
    ],
    ['PDF without an end', () => pdf.subarray(0, 60)],
    ['the word PDF', () => Buffer.from('%PDF-')],
    ['JPEG cut off', () => jpeg.subarray(0, 200)],
    ['JPEG head with garbage', () => Buffer.concat([jpeg.subarray(0, 20), Buffer.alloc(500, 7)])],
    ['60000 × 60000 pixels', () => bomb(60_000, 60_000)],
    ['more pixels than memory', () => bomb(0x7fffffff, 0x7fffffff)],
    ['80 megapixels in a few kilobytes', webpBomb],
  ])('that is %s is refused', async (_what, make) => {
    const failed = await check(await make()).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(FieldFailures)
    expect((failed as FieldFailures).fields).toEqual([{ code: 1005, field: 'passportFile' }])
  })

  test.each(['not base64!', 'AAA', 'AA=A', '====', '/../../etc/passwd', 'data:image/png;base64,AAAA', ''])(
    'of text %j is refused',
    async (text) => {
      await expect(checkUpload(text, 'extraFile')).rejects.toBeInstanceOf(FieldFailures)
    },
  )

  test('may have 10 MB and not a byte more', async () => {
    const filled = (size: number): Buffer => {
      const tail = pdf.subarray(9)
      return Buffer.concat([pdf.subarray(0, 9), Buffer.alloc(size - pdf.length, '%'), tail])
    }
    expect((await check(filled(10 * 1024 * 1024))).bytes.length).toBe(10 * 1024 * 1024)
    for (const size of [10 * 1024 * 1024 + 1, 11 * 1024 * 1024, 40 * 1024 * 1024]) {
      const failed = await check(filled(size)).catch((error: unknown) => error)
      expect(failed).toBeInstanceOf(Failure)
      expect([(failed as Failure).code, (failed as Failure).field]).toEqual([9113, 'passportFile'])
    }
  })

  test('loses where and with what it was photographed, and stands upright', async () => {
    const photographed = await sharp({ create: { width: 60, height: 20, channels: 3, background: '#a26' } })
      .withExif({
        IFD0: { Make: 'SecretPhone' },
        IFD3: { GPSLatitude: '52/1 31/1 0/1', GPSLatitudeRef: 'N' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(photographed.includes('SecretPhone')).toBe(true)
    const { bytes } = await check(photographed)
    const kept = await sharp(bytes).metadata()
    expect([kept.exif, kept.xmp, kept.iptc, kept.icc]).toEqual([undefined, undefined, undefined, undefined])
    expect(bytes.includes('SecretPhone')).toBe(false)
    expect([kept.width, kept.height]).toEqual([20, 60])
  })

  test('is drawn smaller than a screen wall', async () => {
    const wide = await sharp({ create: { width: 7000, height: 700, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer()
    const { width, height } = await sharp((await check(wide)).bytes).metadata()
    expect([width, height]).toEqual([3200, 320])
  })
})

test.each([
  ['/S /JavaScript', 'refused'],
  ['/S /Java#53cript', 'refused'],
  ['/S /#4A#61#76#61#53#63#72#69#70#74', 'refused'],
  ['/#4caunch /Win', 'refused'],
  ['/Names /Embedded#46iles 1 0 R', 'refused'],
  ['/JavaScripts /launch /Rich', 'pdf'],
  ['#41'.repeat(1000), 'pdf'],
])('a PDF with %s is %s, however the letters of a name are written', async (part, is) => {
  const base64 = Buffer.from(`%PDF-1.4\n${part}\n%%EOF`).toString('base64')
  expect(await screenUpload(base64)).toMatchObject({ is })
})

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createBox } from '@stowage/api/boxes'
import { listBoxes, listCategories } from '@stowage/api/catalog'
import { createCategory, updateCategory } from '@stowage/api/categories'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { forgetStray } from '../../platform/files/forget-stray.ts'
import { newId } from '../../platform/ids.ts'
import { openEmptyCatalog } from '../../testing/catalog-desk.ts'
import { keptPreviews, PREVIEWS } from './category-store.ts'

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-previews-'))
const { server, smallStock, actsOn: acts } = await openEmptyCatalog({ dataDir })
let euros: string
let zlotys: string

beforeAll(async () => {
  euros = (
    await smallStock({
      boxes: [
        { unitNumber: 'A', size: 4 },
        { unitNumber: 'B', size: 40, ownRate: 5 },
      ],
    })
  ).stockId
  zlotys = (await smallStock({ stock: { currency: 'PLN' }, boxes: [{ unitNumber: 'P', size: 4 }] })).stockId
})
afterAll(() => fs.rmSync(dataDir, { recursive: true }))

const adam = () => server.person('admin')
const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#2a6' } })
const png = await picture.png().toBuffer()
const webp = await picture.webp().toBuffer()
const base64 = (bytes: Buffer) => ({ type: 'image/png', base64: bytes.toString('base64') })

let count = 0
const wish = (more: object = {}) => ({
  name: 'Small',
  alias: `small-${(count += 1)}`,
  description: 'For ten cartons',
  minSize: 200,
  maxSize: 201,
  pricePerMeterQuadratic: 900,
  preview: base64(png),
  ...more,
})
const make = async (more: object = {}) => await adam().call(createCategory, { body: wish(more) })
const change = async (id: string, body: object) =>
  await adam().call(updateCategory, { params: { id }, body: { ...body } })
const rateOf = async (stockId: string, number: string) => {
  const { body } = await server.person('super').call(listBoxes, { query: { stockId, number } })
  return Array.isArray(body) ? body[0]?.monthRate : undefined
}
const shown = async (id: string) =>
  (await server.person().call(listCategories)).body.find((one) => one.id === id)
const kept = async () =>
  await server.platform.files.olderThan('category', Temporal.Instant.from('2999-01-01T00:00Z'))

/** As a browser sends a form. */
async function sendForm(method: 'POST' | 'PUT', url: string, fields: Record<string, string | Blob>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string') form.set(name, value)
    else form.set(name, value, 'picture.png')
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const answer = await server.app.inject({
    method,
    url: `/api/${url}`,
    headers: { authorization: 'Bearer admin', 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return {
    status: answer.statusCode,
    body: answer.json<Record<string, unknown> & { errors?: { field: string; errorCode: number }[] }>(),
  }
}

test('a form with a picture makes a category; its boxes are priced at once, and the picture is to be had', async () => {
  const sent = await sendForm('POST', 'boxcategories', {
    name: 'Middle',
    alias: 'middle',
    description: 'A room',
    minSize: '3,5',
    maxSize: '10',
    pricePerMeterQuadratic: '1000',
    prices: '{"PLN":4000}',
    preview: new Blob([new Uint8Array(png)], { type: 'image/png' }),
  })
  expect(sent).toMatchObject({
    status: 200,
    body: {
      name: 'Middle',
      minSize: 3.5,
      maxSize: 10,
      pricePerMeterQuadratic: 1000,
      prices: [
        { currency: 'EUR', pricePerMeterQuadratic: 1000, confirmed: false },
        { currency: 'PLN', pricePerMeterQuadratic: 4000, confirmed: true },
      ],
      updated: null,
    },
  })
  expect(await rateOf(euros, 'A')).toBe(4000)
  expect(await rateOf(zlotys, 'P')).toBe(16_000)
  expect(await rateOf(euros, 'B')).toBe(5)
  const image = String(sent.body['image'])
  expect(image).toMatch(/^[0-9A-Z]{26}\.png$/)
  const got = await server.get(`boxcategories/previews/${image}`)
  expect(got.statusCode).toBe(200)
  expect(got.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(got.headers['content-security-policy']).toContain("default-src 'none'")
  expect((await sharp(got.rawPayload).metadata()).width).toBe(40)
  const id = String(sent.body['_id'])
  expect(await acts(id)).toMatchObject([{ action: 'category-created', after: { alias: 'middle' } }])

  const changed = await sendForm('PUT', `boxcategories/${id}`, {
    name: 'Middle room',
    prices: '{"EUR":1100}',
    preview: new Blob([new Uint8Array(webp)], { type: 'text/html' }),
  })
  expect(changed.body).toMatchObject({ name: 'Middle room', alias: 'middle', minSize: 3.5 })
  expect(String(changed.body['image'])).toMatch(/\.webp$/)
  expect(await rateOf(euros, 'A')).toBe(4400)
  // The old picture is nobody's.
  await expect.poll(async () => (await server.get(`boxcategories/previews/${image}`)).statusCode).toBe(404)
})

test.each([
  [
    'nothing',
    {},
    { name: 1003, alias: 1003, minSize: 1003, maxSize: 1003, description: 1003, preview: 1003 },
  ],
  ['no price at all', wish({ pricePerMeterQuadratic: null }), { pricePerMeterQuadratic: 1003 }],
  ['sizes the wrong way round', wish({ minSize: 5, maxSize: 4 }), { maxSize: 1005 }],
  ['a size in words', wish({ minSize: 'small' }), { minSize: 1005 }],
  ['a price in words', wish({ pricePerMeterQuadratic: 'x' }), { pricePerMeterQuadratic: 1005 }],
  ['a price below nothing', wish({ prices: { EUR: -1 } }), { 'prices.EUR': 1005 }],
  ['prices that are none', wish({ prices: 'EUR' }), { prices: 1005 }],
  ['an unknown currency', wish({ prices: { XXX: 1 } }), { prices: 1005 }],
  ['a name of 61', wish({ name: 'x'.repeat(61) }), { name: 1004 }],
  [
    'a picture that is a page',
    wish({ preview: base64(Buffer.from('<html><script>x</script></html>')) }),
    { preview: 1005 },
  ],
  [
    'a picture that is a PDF',
    wish({ preview: base64(Buffer.from('%PDF-1.4\n1 0 obj\nendobj\ntrailer\n%%EOF\n')) }),
    { preview: 1005 },
  ],
])('bad input: %s', async (_name, body, expected) => {
  const before = await kept()
  const reply = await adam().send('POST', 'boxcategories', body)
  expect(reply.status).toBe(400)
  expect(Object.fromEntries(reply.errors.map(({ field, errorCode }) => [field, errorCode]))).toEqual(expected)
  expect(await kept()).toEqual(before)
})

test('an alias in use is refused, and the picture that came with it is not kept', async () => {
  const first = await make()
  const before = await kept()
  const again = await make({ alias: first.body.alias })
  expect(again).toMatchObject({ status: 409, code: 9000, errors: [{ field: 'alias' }] })
  const other = await make()
  const files = await kept()
  expect(await change(other.body.id, { alias: first.body.alias, preview: base64(png) })).toMatchObject({
    code: 9000,
  })
  expect(await kept()).toEqual(files)
  expect(files).toHaveLength(before.length + 1)
})

test('prices that only stand in are confirmed by sending them, and follow the base price until then', async () => {
  const { body: made } = await make()
  const prices = async () =>
    Object.fromEntries(
      ((await shown(made.id))?.prices ?? []).map((one) => [
        one.currency,
        [one.pricePerMeterQuadratic, one.confirmed],
      ]),
    )
  expect(await prices()).toEqual({ EUR: [900, false], PLN: [900, false] })
  await change(made.id, { prices: { EUR: 900 } })
  expect(await prices()).toEqual({ EUR: [900, true], PLN: [900, false] })
  await change(made.id, { pricePerMeterQuadratic: 950 })
  expect(await prices()).toEqual({ EUR: [900, true], PLN: [950, false] })
  await change(made.id, { prices: { EUR: null } })
  expect(await prices()).toEqual({ EUR: [950, false], PLN: [950, false] })
  await change(made.id, { prices: { EUR: 7, PLN: 8 }, pricePerMeterQuadratic: null })
  expect(await prices()).toEqual({ EUR: [7, true], PLN: [8, true] })
  // Sent back whole, as it was answered: what only stood in goes on standing in.
  await change(made.id, { prices: { PLN: null }, pricePerMeterQuadratic: 950 })
  const whole = (await shown(made.id)) as object
  expect(await server.person('super').send('PUT', `boxcategories/${made.id}`, whole)).toMatchObject({
    status: 200,
  })
  expect(await prices()).toEqual({ EUR: [7, true], PLN: [950, false] })
  await change(made.id, { prices: { EUR: 7, PLN: 8 }, pricePerMeterQuadratic: null })
  expect(await change(made.id, { prices: { EUR: null, PLN: null } })).toMatchObject({
    status: 400,
    code: 1003,
  })
  expect(await prices()).toEqual({ EUR: [7, true], PLN: [8, true] })
})

test('a change that changes nothing leaves no trace; the second of two editors is told', async () => {
  const { body: made } = await make()
  const trace = (await acts(made.id)).length
  expect((await change(made.id, { name: 'Small', minSize: 200 })).body.updated).toBeNull()
  expect(await acts(made.id)).toHaveLength(trace)
  expect(await change(made.id, { name: 'First', updated: null })).toMatchObject({ status: 200 })
  const second = await change(made.id, { name: 'Second', updated: null })
  expect(second).toMatchObject({ status: 409, code: 9109 })
  expect(second.errors[0]?.present).toMatchObject({ _id: made.id, name: 'First' })
  expect(await change(made.id, { minSize: 300 })).toMatchObject({
    status: 400,
    code: 1005,
    errors: [{ field: 'maxSize' }],
  })
  expect(await change(newId(), { name: 'X' })).toMatchObject({ status: 404, code: 9104 })
})

test('a category that moves away from its boxes leaves them without a price', async () => {
  const { body: made } = await make({ minSize: 50, maxSize: 60 })
  const { body: box } = await server
    .person('super')
    .call(createBox, { body: { stockId: euros, size: 55, unitNumber: 'F' } })
  expect(box.monthRate).toBe(49_500)
  await change(made.id, { minSize: 58 })
  expect(await rateOf(euros, 'F')).toBeNull()
})

test('who may not is told; a broken form and a form elsewhere are refused', async () => {
  const { body: made } = await make()
  for (const [who, status, code] of [
    [undefined, 401, 9003],
    ['client', 403, 9103],
    ['manager', 403, 9103],
  ] as const) {
    expect(await server.person(who).send('POST', 'boxcategories', {})).toMatchObject({ status, code })
    expect(await server.person(who).send('PUT', `boxcategories/${made.id}`, {})).toMatchObject({
      status,
      code,
    })
  }
  const send = async (url: string, payload: string, method: 'POST' | 'PUT' = 'POST') =>
    (
      await server.app.inject({
        method,
        url: `/api/${url}`,
        headers: { authorization: 'Bearer super', 'content-type': 'multipart/form-data; boundary=x' },
        payload,
      })
    ).json<{ errors: { errorCode: number }[] }>().errors[0]?.errorCode
  expect(await send('boxcategories', 'not a form')).toBe(9001)
  expect(
    await send('cities', '--x\r\nContent-Disposition: form-data; name="city"\r\n\r\nBonn\r\n--x--\r\n'),
  ).toBe(9001)
  expect((await server.get('boxcategories/previews/nothing.png')).statusCode).toBe(404)
  expect((await server.get('boxcategories/previews/..%2F..%2Fetc%2Fpasswd')).statusCode).toBe(404)
})

test('a form of more parts than any form has, or of a head that never ends, is refused before it is taken apart', async () => {
  const part = (name: string, head = '') =>
    `--x\r\nContent-Disposition: form-data; name="${name}"${head}\r\n\r\nv\r\n`
  const send = async (payload: string, boundary = 'x') => {
    const headers = {
      authorization: 'Bearer super',
      'content-type': `multipart/form-data; boundary=${boundary}`,
    }
    const reply = await server.app.inject({ method: 'POST', url: '/api/boxcategories', headers, payload })
    return [reply.statusCode, reply.json<{ errors: { errorCode: number }[] }>().errors[0]?.errorCode]
  }
  const parts = (count: number) =>
    `${Array.from({ length: count }, (_, n) => part(`f${n}`)).join('')}--x--\r\n`
  const parsing = vi.spyOn(Response.prototype, 'formData')
  expect(await send(parts(41))).toEqual([413, 9113])
  expect(await send(part('a').repeat(200_000))).toEqual([413, 9113])
  expect(await send(`${part('a', '\r\nX: y'.repeat(5000))}--x--\r\n`)).toEqual([413, 9113])
  expect(await send(parts(1), '')).toEqual([400, 9001])
  expect(parsing).not.toHaveBeenCalled()
  // As many as are allowed, the last head of ordinary length: refused for what is missing in it, one field after the other.
  expect(await send(parts(40))).toEqual([400, 1003])
  expect(await send(parts(1), '"x"')).toEqual([400, 1003])
  expect(parsing).toHaveBeenCalledTimes(2)
  parsing.mockRestore()
})

test('pictures that no category has go after a week; those that one has stay however old', async () => {
  const { body: made } = await make()
  const stray = `category/${newId()}.png`
  await server.platform.files.put(stray, png)
  const now = Temporal.Now.instant()
  const after = async (days: number): Promise<number> =>
    await forgetStray(
      server.platform.files,
      PREVIEWS,
      (keys) => keptPreviews(server.platform.db, keys),
      now.add({ hours: 24 * days }),
    )
  expect(await after(6)).toBe(0)
  expect(await after(8)).toBe(1)
  expect(await kept()).not.toContain(stray)
  expect((await server.get(`boxcategories/previews/${made.image ?? ''}`)).statusCode).toBe(200)
})

test('a stock in a new currency shows at once which prices only stand in for it', async () => {
  const { body: made } = await make()
  expect((await shown(made.id))?.prices.map(({ currency }) => currency)).toEqual(['EUR', 'PLN'])
  await smallStock({ stock: { currency: 'RUB' }, boxes: [] })
  expect((await shown(made.id))?.prices.at(-1)).toEqual({
    currency: 'RUB',
    pricePerMeterQuadratic: 900,
    confirmed: false,
  })
})

import { getPhotos, me } from '@stowage/api/accounts'
import { createHash, randomBytes } from 'node:crypto'
import net from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { bytesBeside } from '../../platform/beside/beside.ts'
import { HELD } from '../../platform/beside/plain-json.ts'
import { putUser, somebody } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'

const { world, people } = await openPeopledWorld()

/** A file that is long enough not to travel through the event loop; without a slash no letters are a name by chance. */
const longPdf = (): Buffer => {
  const noise = randomBytes(3_000_000).map((byte) => (byte === 0x2f ? 0x30 : byte))
  return Buffer.concat([Buffer.from('%PDF-1.4\n'), noise, Buffer.from('\n%%EOF\n')])
}
const sent = (bytes: Buffer) => ({ type: 'application/pdf', base64: bytes.toString('base64') })

test('long documents are handed in and read as they were, many at once, each by its owner', async () => {
  const files = Array.from({ length: 4 }, longPdf)
  const persons = await Promise.all(files.map(async () => await somebody(world)))
  const replies = await Promise.all(
    persons.map(
      async (person, index) =>
        await putUser(person, person.id, { addressFile: sent(files[index] ?? expect.fail()) }),
    ),
  )
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  for (const [index, person] of persons.entries()) {
    const { body } = await person.call(getPhotos, { params: { id: person.id } })
    expect(Buffer.from(body.addressFile?.base64 ?? '', 'base64').equals(files[index] ?? expect.fail())).toBe(
      true,
    )
  }
})

test('a long photo loses its EXIF; a long one that is a page as well is refused with its field', async () => {
  const person = await somebody(world)
  const noise = sharp(randomBytes(900 * 900 * 3), { raw: { width: 900, height: 900, channels: 3 } })
  const photo = await noise
    .withExif({ IFD0: { Make: 'SecretPhone' } })
    .jpeg()
    .toBuffer()
  expect([photo.includes('SecretPhone'), photo.length > 256 * 1024]).toEqual([true, true])
  expect((await putUser(person, person.id, { passportFile: sent(photo) })).status).toBe(200)
  const { body } = await person.call(getPhotos, { params: { id: person.id } })
  expect(Buffer.from(body.passportFile?.base64 ?? '', 'base64').includes('SecretPhone')).toBe(false)
  const page = Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')])
  const refused = await putUser(person, person.id, { selfieFile: sent(page) })
  expect([refused.status, refused.errors]).toEqual([
    400,
    [expect.objectContaining({ errorCode: 1005, field: 'selfieFile' })],
  ])
  const large = Buffer.concat([longPdf(), randomBytes(7_500_000)])
  expect((await putUser(person, person.id, { selfieFile: sent(large) })).code).toBe(9113)
})

test('the same call twice with one key hands in once', async () => {
  const person = await somebody(world)
  const body = { addressFile: sent(longPdf()) }
  const send = async (with_: object) =>
    await person.send('PUT', `users/${person.id}`, with_, { 'Idempotency-Key': 'upload-0001' })
  const [first, again] = [await send(body), await send(body)]
  expect([first.status, again.status, again.headers['idempotent-replay']]).toEqual([200, 200, 'true'])
  expect((await send({ addressFile: sent(longPdf()) })).code).toBe(9001)
})

test('nobody takes another one’s file by naming it', async () => {
  const [owner, thief] = [await somebody(world), people.leo]
  const file = longPdf()
  const base64 = HELD + createHash('sha256').update(file.toString('base64')).digest('hex')
  const [, ...tries] = await Promise.all([
    putUser(owner, owner.id, { addressFile: sent(file) }),
    putUser(thief, thief.id, { extraFile: { type: 'application/pdf', base64 } }),
    putUser(thief, thief.id, {
      extraFile: { type: 'application/pdf', base64 },
      company: 'x'.repeat(300_000),
    }),
  ])
  expect(tries.map(({ status }) => status)).toEqual([400, 400])
  expect((await thief.call(me)).body.isExtraFileUploaded).toBe(false)
})

test.each(['as soon as all is sent', 'while it is worked on', 'before all is sent'])(
  'of a caller who hangs up %s nothing stays in memory',
  async (when) => {
    const person = await somebody(world)
    const before = bytesBeside()
    const body = JSON.stringify({ addressFile: sent(longPdf()) })
    const head = `PUT /api/users/${person.id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${person.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
    const socket = net.connect(world.running.port, '127.0.0.1')
    await new Promise((sentAll) => {
      socket.write(head)
      socket.write(when.startsWith('before') ? body.slice(0, -1) : body, sentAll)
    })
    await expect.poll(bytesBeside, { interval: 1 }).toBeGreaterThan(before)
    if (when.startsWith('while')) await delay(30)
    socket.resetAndDestroy()
    await expect.poll(bytesBeside).toBe(before)
  },
)

test('one body that nobody can read does not end the uploads of others', async () => {
  const [owner, other] = [await somebody(world), await somebody(world)]
  const upload = putUser(owner, owner.id, { addressFile: sent(longPdf()) })
  const deep = `${'['.repeat(150_000)}${']'.repeat(150_000)}`
  const broken = await other.send('PUT', `users/${other.id}`, JSON.parse(`{"company":${deep}}`))
  expect([broken.status, broken.code]).toEqual([400, 9001])
  expect((await upload).status).toBe(200)
})

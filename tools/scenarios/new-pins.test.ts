import { updateUser } from '@stowage/api/accounts'
import { getSite, newPinsOfSite, unpairSite } from '@stowage/api/sites'
import { bookBox } from '@stowage/api/booking'
import { payDocument } from '@stowage/api/billing'
import { newSecret } from '@stowage/lsp/signature'
import { isPin } from '@stowage/lsp/pin'
import { buildAccessList } from '@stowage/server/modules/access/build-access-list'
import { pushAccessLists } from '@stowage/server/modules/access/push-access-lists'
import { sendBy } from '@stowage/server/modules/messaging/letter-sender'
import { sendAllBulkMails } from '@stowage/server/modules/messaging/send-mails'
import { auditOf } from '@stowage/server/testing/audit-of'
import { createPeople, createPerson, type NamedPerson, type People } from '@stowage/server/testing/people'
import { createSmallCompany, createSmallStock, type SmallStock } from '@stowage/server/testing/small-stock'
import { createWorld, type World } from '@stowage/server/testing/world'
import { mailTexts } from '@stowage/texts/mail/index.ts'
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantAt } from './tenant.fixture.ts'

// A computer is stolen from one warehouse; the same people have boxes at another one.
const [STOLEN, LATER, ELSEWHERE] = ['480931', '315726', '927415']
const { privateKey } = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
let world: World
let people: People
let stolen: SmallStock
let other: SmallStock
let clara: NamedPerson
let leo: NamedPerson
let nora: NamedPerson

beforeAll(async () => {
  world = await createWorld()
  people = await createPeople(world)
  const { platform, modules } = world.running
  const deps = { platform, catalog: modules.catalog }
  await createSmallCompany(deps)
  const shape = (code: string, letter: string) => ({
    stock: { code, routerIp: null, servicePort: null, maxContractDuration: 11 },
    boxes: [1, 2, 3].map((number) => ({
      unitNumber: `${letter}A00${number}`,
      size: 5,
      lockId: `1:01:0${number}`,
    })),
  })
  stolen = await createSmallStock(deps, shape('STO', 'Y'))
  other = await createSmallStock(deps, shape('OTH', 'Z'))
  for (const { stockId } of [stolen, other])
    await modules.access.sites.register(platform.transact, {
      stockId,
      keyId: `k-${stockId}`,
      secret: newSecret(),
    })
  clara = await tenantAt({ world, people, stock: stolen }, 'YA001', {})
  leo = await tenantAt({ world, people, stock: stolen }, 'YA002', {})
  nora = await tenantAt({ world, people, stock: other }, 'ZA003', {})
  await alsoAt(other, 'ZA001', clara)
})
afterAll(async () => await world.close())

async function alsoAt(stock: SmallStock, unitNumber: string, person: NamedPerson): Promise<void> {
  const boxId = stock.boxes.find((box) => box.unitNumber === unitNumber)?.id ?? ''
  const booked = await people.sofia.call(bookBox, {
    body: {
      stockId: stock.stockId,
      boxId,
      arrivalDate: '2026-11-21',
      contractDuration: 3,
      invoicingPeriod: 3,
      paymentMethod: 'manual',
      userId: person.id,
    },
  })
  const body = { documentId: booked.body.documentId ?? '', processor: 'manual' as const }
  await people.sofia.call(payDocument, { body })
  await world.deliver()
}
const setPin = async (person: NamedPerson, pinCode: string) =>
  await person.call(updateUser, { params: { id: person.id }, body: { pinCode } })
const at = (stock: SmallStock) => ({ params: { id: stock.stockId } })
const page = async () => (await people.sofia.call(getSite, at(stolen))).body
const newPins = async (by: NamedPerson = people.sofia) => await by.call(newPinsOfSite, at(stolen))
async function push(): Promise<void> {
  await world.settle()
  const { platform, modules } = world.running
  const apply = async () => await Promise.resolve({ applied: true })
  await pushAccessLists({ platform, catalog: modules.catalog, signingKey: async () => privateKey, apply })
}
/** Whether a PIN opens anything at a stock by the list that its site would be handed now. */
async function opensAt(stock: SmallStock, pin: string): Promise<boolean> {
  const terms = await world.running.modules.catalog.stockTerms(stock.stockId)
  const { entries, staff } = await buildAccessList(world.running.platform, terms!, 1)
  const found = await Promise.all([...entries, ...staff].map(async (entry) => await isPin(pin, entry)))
  return found.includes(true)
}

test('I18: a site that is cut off offers new PINs: the old ones open nothing anywhere, their owners get a mail', async () => {
  for (const [person, pin] of [
    [clara, STOLEN],
    [leo, '264801'],
    [nora, ELSEWHERE],
    [people.adam, '708154'],
  ] as const)
    expect((await setPin(person, pin)).errors).toEqual([])
  await push()
  expect(await opensAt(other, STOLEN)).toBe(true)
  // Nothing is at risk while the site is ours, and nothing is voided.
  expect((await page()).pinsAtRisk).toBe(0)
  expect((await newPins()).body).toEqual({ pins: 0 })
  expect(await opensAt(other, STOLEN)).toBe(true)

  await people.sofia.call(unpairSite, at(stolen))
  // Who has chosen another one since is not asked to once more.
  expect((await setPin(leo, LATER)).status).toBe(200)
  expect((await page()).pinsAtRisk).toBe(2)
  for (const by of [people.mara, clara]) expect((await newPins(by)).status).toBe(403)

  expect((await newPins()).body).toEqual({ pins: 2 })
  expect((await page()).pinsAtRisk).toBe(0)
  expect((await newPins()).body).toEqual({ pins: 0 })
  for (const stock of [stolen, other])
    for (const pin of [STOLEN, '708154']) expect(await opensAt(stock, pin)).toBe(false)
  expect(await opensAt(stolen, LATER)).toBe(true)
  expect(await opensAt(other, ELSEWHERE)).toBe(true)
  await world.settle()
  const { db } = world.running.platform
  const isWanted = await db
    .selectFrom('access_list')
    .select('wanted_at')
    .where('stock_id', '=', other.stockId)
    .executeTakeFirst()
  expect(isWanted?.wanted_at).not.toBeNull()

  const mails = await db.selectFrom('mail').select('account_id').where('kind', '=', 'pinVoided').execute()
  const written = mails.map(({ account_id }) => account_id)
  expect(written).toHaveLength(2)
  expect(written).toEqual(expect.arrayContaining([clara.id, people.adam.id]))
  expect((await auditOf(world, stolen.stockId)).at(-1)).toMatchObject({
    action: 'site-pins-voided',
    actor_id: people.sofia.id,
    after: { pins: 2 },
  })
  expect((await auditOf(world, clara.id)).at(-1)).toMatchObject({ action: 'account-pin-voided' })
})

test('I18: the mail names the warehouse, and leads to the PIN on the profile', async () => {
  const sent: { to: string; subject: string; text: string }[] = []
  const send = async (letter: { to: string; subject: string; text: string }) => {
    sent.push(letter)
    await Promise.resolve()
  }
  await sendAllBulkMails(world.running.platform, sendBy({ send, close: () => undefined }))
  const mail = sent.find(({ to }) => to === clara.email)
  expect(mail?.subject).toBe(mailTexts('en')('pinVoided.subject'))
  expect(mail?.text).toContain('Berlin Mitte')
  expect(mail?.text).toContain(`/users/${clara.id}#pin`)
  for (const pin of [STOLEN, LATER]) expect(mail?.text).not.toContain(pin)
})

test('I18: staff of another warehouse void nothing here', async () => {
  const stranger = await createPerson(world, {
    email: 'admin@other.example',
    platformRole: 'staff',
    roleAlias: 'admin',
    stockId: other.stockId,
  })
  expect((await newPins(stranger)).code).toBe(6006)
})

test('I18: a PIN that was declared void is not set again, another one is', async () => {
  const again = await setPin(clara, STOLEN)
  expect(again).toMatchObject({ status: 400, errors: [{ errorCode: 9211, field: 'pinCode' }] })
  expect(await opensAt(other, STOLEN)).toBe(false)
  expect((await setPin(clara, '613942')).status).toBe(200)
  expect(await opensAt(other, '613942')).toBe(true)
  // The void one of another person is no secret of his.
  expect((await setPin(nora, STOLEN)).status).toBe(200)
})

test('I18: of a person who was erased nothing is kept: neither which lists had the PIN nor the void one', async () => {
  const { db } = world.running.platform
  const kept = async () => [
    await db.selectFrom('access_list_pin').select('stock_id').where('account_id', '=', clara.id).execute(),
    await db.selectFrom('account').select('voided_pins').where('id', '=', clara.id).executeTakeFirst(),
  ]
  await push()
  const atOther = expect.objectContaining({ stock_id: other.stockId })
  expect(await kept()).toEqual([expect.arrayContaining([atOther]), { voided_pins: [expect.any(String)] }])
  await world.running.platform.transact(
    async (tx) => await world.running.modules.accounts.erase(tx, clara.id, { actorId: people.sofia.id }),
  )
  await world.settle()
  expect(await kept()).toEqual([[], { voided_pins: [] }])
})

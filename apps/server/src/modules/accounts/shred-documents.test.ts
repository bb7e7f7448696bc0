import { getPhotos, listDocuments, me } from '@stowage/api/accounts'
import { updateStock } from '@stowage/api/stocks'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { auditOf } from '../../testing/audit-of.ts'
import { draw } from '../../testing/draw.ts'
import { putUser, somebody, type NamedPerson } from '../../testing/people.ts'
import { openContracts } from '../../testing/running-contracts.ts'

const scene = await openContracts()
const { world, people } = scene
const { platform } = world.running
const START = Temporal.Instant.from('2026-11-21T10:00:00Z')

const after = async (days: number): Promise<void> =>
  await world.setTime(START.add({ hours: 24 * days + 1 }).toString())
const fileOf = (id: string): string => path.join(platform.config.dataDir, 'files', 'kyc', id)
const rows = async (person: NamedPerson) =>
  await platform.db
    .selectFrom('kyc_document')
    .selectAll()
    .where('account_id', '=', person.id)
    .orderBy('uploaded_at')
    .orderBy('kind')
    .execute()
const listed = async (person: NamedPerson) =>
  (await people.sofia.call(listDocuments, { params: { id: person.id } })).body
const verified = async (): Promise<NamedPerson> => {
  const person = await somebody(world)
  await putUser(person, person.id, { passportFile: await draw('red'), selfieFile: await draw('green') })
  await putUser(people.sofia, person.id, { isKYCVerified: true })
  return person
}

describe('the clock of keeping', () => {
  test('thirty days after verification key and file go; the decision stays', async () => {
    await after(0)
    const person = await verified()
    await scene.book(person)
    const [first] = await rows(person)
    const id = first?.id ?? ''
    expect([first?.sealed_key === null, fs.existsSync(fileOf(id))]).toEqual([false, true])
    const [entry] = await listed(person)
    expect(entry?.keptUntil?.slice(0, 10)).toBe('2026-12-21')

    await after(29)
    expect((await rows(person)).map((row) => row.shredded_at)).toEqual([null, null])
    await after(31)
    for (const row of await rows(person)) {
      expect([row.sealed_key, row.shredded_at === null, row.replaced_at]).toEqual([null, false, null])
      await expect.poll(() => fs.existsSync(fileOf(row.id))).toBe(false)
    }
    expect((await person.call(me)).body).toMatchObject({ isKycVerified: true, missingDocuments: ['address'] })
    expect((await people.sofia.call(getPhotos, { params: { id: person.id } })).body.passportFile).toBeNull()
    expect((await listed(person))[0]).toMatchObject({ keptUntil: null, shredded: expect.any(String) })
    const records = await auditOf(world, person.id)
    const gone = records.filter((record) => record.action === 'kyc-documents-shredded')
    expect(gone).toMatchObject([
      { actor_id: null, after: { documents: [{ because: 'verified' }, { because: 'verified' }] } },
    ])
    const facts = await platform.db
      .selectFrom('event')
      .select('payload')
      .where('type', '=', 'kyc-documents-shredded')
      .where('aggregate', '=', `account:${person.id}`)
      .execute()
    expect(facts).toHaveLength(1)

    // Whoever takes the verification back has nothing to look at: the documents are asked for anew.
    await putUser(people.sofia, person.id, { isKYCVerified: false })
    expect((await person.call(me)).body.missingDocuments).toEqual(['passport', 'selfie', 'address'])
  })

  test('a rejected one goes after seven days and stays rejected; another takes its place', async () => {
    await after(0)
    const person = await somebody(world)
    await putUser(person, person.id, { passportFile: await draw('red'), selfieFile: await draw('red') })
    await people.sofia.send('PUT', `users/${person.id}/kyc/${person.id}_passport/reject`, { reason: 'dark' })
    await after(8)
    const stands = await listed(person)
    expect(stands.map(({ kind, shredded }) => [kind, shredded === null])).toEqual([
      ['passport', false],
      ['selfie', true],
    ])
    expect((await person.call(me)).body).toMatchObject({ rejectedDocuments: ['passport'] })
    // The very same file again is a new one: the former cannot be looked at.
    await putUser(person, person.id, { passportFile: await draw('red') })
    expect((await person.call(me)).body.rejectedDocuments).toEqual([])
    expect((await person.call(getPhotos, { params: { id: person.id } })).body.passportFile).not.toBeNull()
  })

  test('who rents keeps what nobody has decided on; thirty days after he has left it goes and is asked for anew', async () => {
    await after(0)
    const [tenant, stranger] = [await scene.tenant(), await somebody(world)]
    await scene.book(tenant)
    for (const person of [tenant, stranger])
      await putUser(person, person.id, { passportFile: await draw('red') })
    await after(40)
    expect((await listed(tenant)).map(({ keptUntil }) => keptUntil)).toEqual([null])
    expect((await listed(stranger)).length).toBe(0)
    expect((await stranger.call(me)).body.missingDocuments).toContain('passport')
  })

  test('each stock has its own; the one that keeps longest counts', async () => {
    await after(0)
    const [here, there] = [await scene.openStock({}), await scene.openStock({})]
    const set = async (stockId: string, body: object) =>
      await people.sofia.call(updateStock, { params: { id: stockId }, body })
    expect((await set(here.stockId, { kycDaysVerified: 3, kycDaysRejected: 1 })).body).toMatchObject({
      kycDaysVerified: 3,
      kycDaysRejected: 1,
      kycDaysLeft: 30,
    })
    await set(there.stockId, { kycDaysVerified: 10 })
    for (const body of [{ kycDaysRejected: -1 }, { kycDaysLeft: 3651 }, { kycDaysVerified: 1.5 }])
      expect((await set(here.stockId, body)).status).toBe(400)
    const [one, both, always] = [await verified(), await verified(), await verified()]
    await scene.book(one, { at: here })
    await scene.book(both, { at: here })
    await scene.book(both, { at: there })
    await scene.book(always, { at: there })
    await after(4)
    const shredded = async (person: NamedPerson) => (await listed(person))[0]?.shredded !== null
    expect([await shredded(one), await shredded(both)]).toEqual([true, false])
    await set(there.stockId, { kycDaysVerified: null })
    await after(12)
    expect([await shredded(both), await shredded(always)]).toEqual([false, false])
    expect((await listed(always))[0]?.keptUntil).toBeNull()
  })
})

test('documents are listed and read for whoever hands a person all of his data, and shredded when he asks', async () => {
  await after(0)
  const person = await verified()
  await putUser(people.sofia, person.id, { passportFile: await draw('blue') })
  const { accounts } = world.running.modules
  const all = await accounts.documentsOf(person.id)
  expect(all).toHaveLength(3)
  const present = all.filter((document) => document.replacedAt === null)
  for (const document of all) {
    const bytes = await accounts.readDocument(person.id, document.id)
    expect(bytes === null).toBe(document.replacedAt !== null)
    if (bytes) expect(bytes.length).toBe(document.byteSize)
  }
  expect(await accounts.readDocument(people.clara.id, present[0]?.id ?? '')).toBeNull()
  const shred = async () =>
    await platform.transact(
      async (tx) => await accounts.shredDocuments(tx, person.id, { actorId: people.sofia.id }),
    )
  expect([await shred(), await shred()]).toEqual([2, 0])
  expect(await accounts.readDocument(person.id, present[0]?.id ?? '')).toBeNull()
  expect((await person.call(me)).body.isKycVerified).toBe(true)
})

test('the list is for the owner and a superUser alone', async () => {
  const person = await somebody(world)
  const ask = async (who: typeof people.visitor) =>
    await who.call(listDocuments, { params: { id: person.id } })
  expect([(await ask(person)).status, (await ask(people.sofia)).status]).toEqual([200, 200])
  for (const other of [people.clara, people.mara, people.adam]) expect((await ask(other)).code).toBe(9103)
  expect((await ask(people.visitor)).code).toBe(9003)
})

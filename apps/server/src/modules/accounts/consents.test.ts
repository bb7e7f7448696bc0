import { loginAsUser, signUp, me } from '@stowage/api/accounts'
import { updateCompany } from '@stowage/api/company'
import { listConsents } from '@stowage/api/sessions'
import { describe, expect, test } from 'vitest'
import { putUser, somebody, type NamedPerson } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { createPerson as callAs } from '../../testing/person.ts'

const { world, people } = await openPeopledWorld()

const title = { ru: 'Т', en: 'T', de: 'T', pl: 'T' }
/** The company publishes its documents. */
async function publish(versions: Readonly<Record<string, string>>): Promise<void> {
  const reply = await people.sofia.call(updateCompany, {
    body: {
      legalDocuments: Object.entries(versions).map(([key, version]) => ({
        key,
        version,
        title,
        url: `https://boxes.example/${key}`,
      })),
    },
  })
  expect(reply.status, reply.raw).toBe(200)
}
const recordOf = async (person: NamedPerson) =>
  (await person.call(listConsents, { params: { id: person.id } })).body
const short = (records: Awaited<ReturnType<typeof recordOf>>) =>
  records.map(({ kind, version, isGiven }) => `${isGiven ? '+' : '-'}${kind} ${version}`)

describe('the record of consents', () => {
  test('keeps each document with version, language, address, device and moment', async () => {
    await publish({ privacy: '1', lease: '2026-01' })
    const person = await somebody(world)
    await person.send(
      'PUT',
      `users/${person.id}`,
      { isAgreedWithDocs: true },
      { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0', 'accept-language': 'de' },
    )
    const records = await recordOf(person)
    expect(short(records).toSorted()).toEqual(['+lease 2026-01', '+privacy 1'])
    expect(records[0]).toMatchObject({
      address: '127.0.0.1',
      browser: 'Firefox',
      system: 'Windows',
      byName: null,
    })
    expect(['de', 'en']).toContain(records[0]?.language)
    expect(Date.parse(records[0]?.at ?? '')).toBeGreaterThan(0)
    // A second press says nothing new.
    await putUser(person, person.id, { isAgreedWithDocs: true })
    expect(await recordOf(person)).toHaveLength(2)
  })

  test('a new version is asked for, agreed to and recorded by itself; what was agreed stays agreed', async () => {
    await publish({ privacy: '1', lease: '2026-01' })
    const person = await somebody(world)
    await putUser(person, person.id, { isAgreedWithDocs: true })
    await publish({ privacy: '2', lease: '2026-01' })
    const before = (await person.call(me)).body
    expect([before.isAgreedWithDocs, before.newerDocsVersion]).toEqual([true, 'lease:2026-01 privacy:2'])
    await putUser(person, person.id, { isAgreedWithDocs: true })
    expect(short(await recordOf(person))[0]).toBe('+privacy 2')
    expect(await recordOf(person)).toHaveLength(3)
    expect((await person.call(me)).body.newerDocsVersion).toBeNull()
  })

  test('taking it back is recorded beside what was given', async () => {
    await publish({ privacy: '3' })
    const person = await somebody(world)
    await putUser(person, person.id, { isAgreedWithDocs: true })
    await putUser(person, person.id, { isAgreedWithDocs: false })
    await putUser(person, person.id, { isAgreedWithDocs: true })
    expect(short(await recordOf(person))).toEqual(['+privacy 3', '-privacy 3', '+privacy 3'])
  })

  test('advertising is given at sign-up and taken back on the profile; only a change counts', async () => {
    const reply = await people.visitor.call(signUp, {
      body: {
        accountType: 'individual',
        email: 'adverts@tenants.example',
        password: 'pkmnzy',
        firstName: 'New',
        lastName: 'Comer',
        country: 'DE',
        city: 'Berlin',
        phone: '+49 30 1',
        address: 'Weg 1',
        zip: '10115',
        isAdvertisingAgree: true,
      },
    })
    const caller = callAs(world.running.app, reply.body.token)
    const { id, email } = (await caller.call(me)).body
    const person = { ...caller, id, email }
    expect(short(await recordOf(person))).toEqual(['+advertising 1'])
    await putUser(person, id, { isAdvertisingAgree: true })
    await putUser(person, id, { isAdvertisingAgree: false })
    await putUser(person, id, { isAdvertisingAgree: false })
    expect(short(await recordOf(person))).toEqual(['-advertising 1', '+advertising 1'])
  })

  test('says who pressed where it was not the person, and takes no word from staff who act as the person', async () => {
    const person = await somebody(world)
    await putUser(people.sofia, person.id, { isAdvertisingAgree: true })
    const { body } = await people.sofia.call(loginAsUser, { query: { userId: person.id } })
    const acting = world.person(body.token)
    const refused = await acting.send('PUT', `users/${person.id}`, { isAdvertisingAgree: false })
    expect(refused.status).toBe(403)
    expect((await recordOf(person)).map(({ byName }) => byName)).toEqual(['Sofia Super'])
  })

  test('is read by its owner and by superUsers', async () => {
    const person = await somebody(world)
    const params = { id: person.id }
    expect((await people.sofia.call(listConsents, { params })).status).toBe(200)
    for (const other of [people.leo, people.adam])
      expect((await other.call(listConsents, { params })).code).toBe(6004)
  })
})

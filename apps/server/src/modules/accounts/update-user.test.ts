import { getUser, me, rejectDocument, updateUser } from '@stowage/api/accounts'
import { describe, expect, test } from 'vitest'
import { auditOf } from '../../testing/audit-of.ts'
import { createBrowser } from '../../testing/browser.ts'
import { DOT, handInDocuments, putUser, somebody } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'

const { world, people } = await openPeopledWorld()

describe('account fields', () => {
  const own = {
    language: 'pl',
    phone: '+48 22 1',
    isAdvertisingAgree: true,
    isAdult: true,
    pinCode: '480931',
  }

  test('the owner changes what is his', async () => {
    const person = await somebody(world, { isAdult: false })
    expect((await putUser(person, person.id, own)).status).toBe(200)
    expect((await person.call(me)).body).toMatchObject({
      language: 'pl',
      phone: '+48 22 1',
      isAdvertisingAgree: true,
      isAdult: true,
      hasPinCode: true,
    })
    await putUser(person, person.id, { pinCode: null })
    expect((await person.call(me)).body.hasPinCode).toBe(false)
    expect(await auditOf(world, person.id)).toEqual([])
  })

  test.each([
    'email',
    'role',
    'firstName',
    'lastName',
    'company',
    'country',
    'city',
    'address',
    'house',
    'zip',
    'accountType',
    'isIndividualEntrepreneur',
    'registrationNumber',
    'personalId',
    'stock',
    'roleId',
    'taxNumber',
    'isDeleted',
    'isKYCVerified',
  ])('the owner may not change %s', async (field) => {
    const values: Record<string, unknown> = {
      email: 'other@tenants.example',
      role: 'superUser',
      accountType: 'legal',
      isIndividualEntrepreneur: true,
      isDeleted: true,
      isKYCVerified: true,
    }
    for (const person of [people.clara, people.mara, people.adam]) {
      const before = (await person.send('GET', 'auth/me')).raw
      const reply = await putUser(person, person.id, { [field]: values[field] ?? 'text' })
      expect([reply.status, reply.code]).toEqual([403, 9103])
      expect((await person.send('GET', 'auth/me')).raw).toBe(before)
    }
  })

  test("nobody but a superUser changes another's account, by any of the meanings", async () => {
    const victim = await somebody(world)
    for (const body of [
      own,
      { firstName: 'X' },
      { isKYCVerified: true },
      { isAgreedWithDocs: true },
      { password: 'x7quiet8', passwordConfirmation: 'x7quiet8' },
      { passportFile: { type: 'x', base64: 'AAAA' } },
    ]) {
      expect((await putUser(people.visitor, victim.id, body)).code).toBe(9003)
      for (const person of [people.clara, people.mara, people.adam])
        expect((await putUser(person, victim.id, body)).code).toBe(9103)
    }
    expect((await victim.call(me)).body).toMatchObject({
      firstName: 'Person',
      language: 'en',
      isAgreedWithDocs: false,
    })
  })

  test('a superUser changes all of them, and it is in the audit with before and after', async () => {
    const person = await somebody(world)
    const change = {
      email: 'Renamed@tenants.example',
      firstName: 'Re',
      lastName: 'Named',
      company: 'Solo',
      registrationNumber: 'R1',
      country: 'PL',
      city: 'Kraków',
      address: 'ul. X',
      house: '5',
      zip: '30-001',
      personalId: '44051401359',
      salutation: 'Mrs.',
      isIndividualEntrepreneur: true,
      taxNumber: '1',
      vatId: 'PL1',
      currency: 'PLN',
      language: 'pl',
      phone: '+48123',
    }
    const reply = await putUser(people.sofia, person.id, change)
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      ...change,
      neededDocuments: ['passport', 'selfie', 'address', 'extra'],
    })
    const [record] = await auditOf(world, person.id)
    expect(record).toMatchObject({
      action: 'account-edited',
      actor_id: people.sofia.id,
      on_behalf_of: null,
      before: { first_name: 'Person', city: 'Berlin' },
      after: { first_name: 'Re', city: 'Kraków' },
    })
    expect((await createBrowser(world).signIn('renamed@tenants.example')).status).toBe(200)
    expect(
      (await people.sofia.call(updateUser, { params: { id: person.id }, body: { house: '' } })).body.house,
    ).toBeNull()
  })

  test('who becomes another kind of tenant is verified anew, by the documents of that kind', async () => {
    const person = await somebody(world)
    const { sofia } = people
    await handInDocuments(person)
    const put = async (body: object) => (await putUser(sofia, person.id, body)).body
    const cancelled = async () =>
      (await auditOf(world, person.id)).filter(({ action }) => action === 'kyc-verification-cancelled')
    await put({ isKYCVerified: true })
    // An entrepreneur needs one document more, which nobody has seen.
    expect(await put({ isIndividualEntrepreneur: true })).toMatchObject({ isKYCVerified: false })
    expect(await cancelled()).toMatchObject([
      {
        actor_id: sofia.id,
        before: { verification: 'verified' },
        after: { verification: 'unverified', needed: ['extra'] },
      },
    ])
    expect((await person.call(me)).body).toMatchObject({ isKycVerified: false, missingDocuments: ['extra'] })
    // Fewer documents than were looked at leave it as it is, and so does the same once more.
    await put({ isKYCVerified: true, extraFile: DOT })
    expect(await put({ isIndividualEntrepreneur: false })).toMatchObject({ isKYCVerified: true })
    expect(await put({ isIndividualEntrepreneur: false, city: 'Ulm' })).toMatchObject({ isKYCVerified: true })
    expect(await put({ accountType: 'legal', company: 'Now GmbH' })).toMatchObject({ isKYCVerified: false })
    // Decided in the same call: the superUser has looked at it as what it is now.
    expect(await put({ accountType: 'individual', isKYCVerified: true })).toMatchObject({
      isKYCVerified: true,
    })
    // Verified once, then a document was rejected: that does not open any door of the new kind either.
    await sofia.call(rejectDocument, {
      params: { id: person.id, document: `${person.id}_passport` },
      body: { reason: 'blurred' },
    })
    await put({ accountType: 'legal' })
    expect((await cancelled()).map(({ before }) => before)).toEqual([
      { verification: 'verified' },
      { verification: 'verified' },
      { verification: 'suspended' },
    ])
  })

  test('unknown accounts and taken e-mails are told', async () => {
    const { sofia, leo } = people
    expect((await putUser(sofia, '01JD0000000000000000000000', { city: 'X' })).code).toBe(6004)
    const taken = await putUser(sofia, leo.id, { email: 'CLARA@tenants.example' })
    expect([taken.status, taken.code, taken.errors[0]?.field]).toEqual([409, 9000, 'email'])
    expect((await putUser(sofia, leo.id, { stock: '01JD0000000000000000000000' })).code).toBe(6006)
    expect((await putUser(sofia, leo.id, { roleId: 'x' })).errors).toMatchObject([
      { errorCode: 9001, field: 'roleId' },
    ])
    expect((await putUser(sofia, leo.id, { isDeleted: true })).errors).toMatchObject([
      { errorCode: 9001, field: 'isDeleted' },
    ])
    expect((await putUser(sofia, leo.id, { company: '' })).errors).toMatchObject([
      { errorCode: 1003, field: 'company' },
    ])
    expect(
      (await putUser(sofia, leo.id, { accountType: 'individual', firstName: null })).errors,
    ).toMatchObject([{ errorCode: 1003, field: 'firstName' }])
    expect((await putUser(sofia, leo.id, { country: 'a'.repeat(31) })).errors).toMatchObject([
      { errorCode: 1004, field: 'country' },
    ])
    expect(
      (await putUser(sofia, leo.id, { zip: '123', city: '', pinCode: '12', phone: '1' })).errors.map(
        (error) => [error.field, error.errorCode],
      ),
    ).toEqual([
      ['city', 1003],
      ['zip', 1004],
      ['phone', 1004],
      ['pinCode', 1005],
    ])
  })

  test('nobody changes his own rights; a named role must belong to the platform role', async () => {
    const { sofia } = people
    expect((await putUser(sofia, sofia.id, { role: 'client' })).code).toBe(9103)
    const roles = await world.running.platform.db.selectFrom('role').select(['id', 'alias']).execute()
    const admin = roles.find((role) => role.alias === 'admin')?.id ?? ''
    const person = await somebody(world)
    expect((await putUser(sofia, person.id, { roleId: admin })).errors).toMatchObject([
      { errorCode: 9001, field: 'roleId' },
    ])
    expect((await putUser(sofia, person.id, { role: 'staff', roleId: admin })).body).toMatchObject({
      role: 'staff',
      roleName: 'admin',
    })
    expect((await putUser(sofia, person.id, { role: 'client' })).body).toMatchObject({
      role: 'client',
      roleName: 'user',
    })
  })

  test('two people editing one record: the second is told with the record as it is now', async () => {
    const { sofia } = people
    const person = await somebody(world)
    expect((await putUser(sofia, person.id, { city: 'Hamburg', updated: null })).status).toBe(200)
    const { updated } = (await sofia.call(getUser, { params: { id: person.id } })).body
    expect((await putUser(sofia, person.id, { city: 'Bremen', updated })).status).toBe(200)
    const second = await putUser(sofia, person.id, { city: 'Kiel', updated })
    expect([second.status, second.code]).toEqual([409, 9109])
    expect(second.errors[0]?.present).toMatchObject({ _id: person.id, city: 'Bremen' })
    expect((await putUser(sofia, person.id, { city: 'Kiel', updated: null })).code).toBe(9109)
    expect((await putUser(sofia, person.id, { city: 'Kiel', updated: 'yesterday' })).code).toBe(1005)
    expect((await putUser(sofia, person.id, { city: 'Kiel' })).status).toBe(200)
    const read = (await sofia.call(getUser, { params: { id: person.id } })).body.updated
    const both = await Promise.all(
      ['Ulm', 'Trier'].map(async (city) => await putUser(sofia, person.id, { city, updated: read })),
    )
    expect(both.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('saying nothing, or the same again, changes nothing', async () => {
    const person = await somebody(world)
    await putUser(people.sofia, person.id, { city: 'Berlin' })
    expect((await putUser(person, person.id, {})).body).toMatchObject({ updated: null })
    expect(await auditOf(world, person.id)).toEqual([])
  })

  test('fields of a PUT may come in the query', async () => {
    const person = await somebody(world)
    expect((await person.send('PUT', `users/${person.id}?language=de`)).body).toMatchObject({
      language: 'de',
    })
  })
})

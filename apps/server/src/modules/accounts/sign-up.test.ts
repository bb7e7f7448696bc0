import { login, me, signUp } from '@stowage/api/accounts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createBrowser } from '../../testing/browser.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'

const { world, people } = await openPeopledWorld()

const individual = {
  accountType: 'individual',
  email: 'nora@tenants.example',
  password: 'sekr7t',
  firstName: 'Nora',
  lastName: 'New',
  country: 'RU',
  city: 'Москва',
  phone: '+7 (900) 123',
  address: 'Тверская',
  zip: '125009',
}
const legal = {
  accountType: 'legal',
  email: 'firma@tenants.example',
  password: 'sekr7t',
  company: 'Firma',
  country: 'DE',
  city: 'Berlin',
  phone: '+49 30 1',
  address: 'Weg 1',
  zip: '10115',
  registrationNumber: 'HRB 1',
}
const text = (length: number): string => 'a'.repeat(length)

describe('signing up', () => {
  test('opens a client account and signs it in, whatever else the body says', async () => {
    const browser = createBrowser(world)
    const reply = await browser.send('POST', signUp.path, {
      ...individual,
      role: 'superUser',
      isKYCVerified: true,
      _id: people.sofia.id,
      stock: 'x',
      isAdult: true,
      isAdvertisingAgree: true,
      language: 'pl',
      isAgreedWithDocs: true,
      tokenGeneration: 9,
    })
    expect(reply.status).toBe(200)
    expect(Object.keys(reply.body as object)).toEqual(['token'])
    const mine = await world.person((reply.body as { token: string }).token).call(me)
    expect(mine.body).toMatchObject({
      email: 'nora@tenants.example',
      role: 'client',
      roleName: 'user',
      permissions: [],
      language: 'pl',
      firstName: 'Nora',
      city: 'Москва',
      isAdult: true,
      isAdvertisingAgree: true,
      isKycVerified: false,
      isAgreedWithDocs: false,
      stock: null,
      displayName: 'Nora New',
      missingDocuments: ['passport', 'selfie', 'address'],
    })
    expect(mine.body.id).not.toBe(people.sofia.id)
    expect((await browser.refresh()).status).toBe(200)
    expect(
      (await people.visitor.call(login, { body: { email: 'NORA@tenants.example', password: 'sekr7t' } }))
        .status,
    ).toBe(200)
  })

  test('advertising is not agreed to by saying nothing', async () => {
    const reply = await people.visitor.call(signUp, {
      body: { ...individual, email: 'quiet@tenants.example' },
    })
    expect((await world.person(reply.body.token).call(me)).body.isAdvertisingAgree).toBe(false)
  })

  test('a legal account needs its company and one document', async () => {
    const reply = await people.visitor.call(signUp, { body: legal })
    expect((await world.person(reply.body.token).call(me)).body).toMatchObject({
      accountType: 'legal',
      displayName: 'Firma',
      neededDocuments: ['extra'],
      firstName: null,
    })
  })

  test('takes documents along', async () => {
    const image = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#abc' } })
      .png()
      .toBuffer()
    const file = { type: 'image/png', base64: image.toString('base64') }
    const reply = await people.visitor.call(signUp, {
      body: { ...individual, email: 'papers@tenants.example', passportFile: file, selfieFile: file },
    })
    expect((await world.person(reply.body.token).call(me)).body).toMatchObject({
      isPassportFileUploaded: true,
      isSelfieFileUploaded: true,
      isAddressFileUploaded: false,
      missingDocuments: ['address'],
    })
    const refused = await people.visitor.send('POST', signUp.path, {
      ...individual,
      email: 'papers2@tenants.example',
      passportFile: { type: 'image/png', base64: 'PGh0bWw+' },
    })
    expect([refused.status, refused.code, refused.errors[0]?.field]).toEqual([400, 1005, 'passportFile'])
    expect(
      (
        await people.visitor.send('POST', login.path, {
          email: 'papers2@tenants.example',
          password: 'sekr7t',
        })
      ).code,
    ).toBe(9101)
  })

  test('a taken e-mail is told, in any spelling, and of ten at once one wins', async () => {
    const taken = await people.visitor.send('POST', signUp.path, {
      ...individual,
      email: ' CLARA@tenants.example ',
    })
    expect([taken.status, taken.code, taken.errors[0]?.field]).toEqual([409, 9000, 'email'])
    const race = await Promise.all(
      Array.from(
        { length: 10 },
        async () =>
          await people.visitor.send('POST', signUp.path, { ...individual, email: 'race@tenants.example' }),
      ),
    )
    expect(race.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ])
  })

  test('tells that an account was made, once', async () => {
    const events = await world.running.platform.db
      .selectFrom('event')
      .select('payload')
      .where('type', '=', 'account-created')
      .execute()
    const email = await world.running.platform.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', 'race@tenants.example')
      .executeTakeFirstOrThrow()
    expect(events.filter((event) => JSON.stringify(event.payload).includes(email.id))).toEqual([
      { payload: { accountId: email.id } },
    ])
  })

  test('is refused where the company has closed it', async () => {
    const { db } = world.running.platform
    await db
      .insertInto('company')
      .values({
        id: '01JD0000000000000000000001',
        name: 'C',
        address: 'A',
        email: 'c@c.example',
        website: 'w',
        support_phone: '1',
        office_hours: '[]',
        legal_documents: '[]',
        reports_enabled: true,
        sign_up_enabled: false,
        updated_at: null,
      })
      .execute()
    const reply = await people.visitor.send('POST', signUp.path, {
      ...individual,
      email: 'late@tenants.example',
    })
    await db.deleteFrom('company').execute()
    expect([reply.status, reply.code]).toEqual([403, 9103])
  })

  const optional = (
    field: string,
    max: number,
    base: object = individual,
  ): [string, object, object, number][] => [
    [`${field} of ${max}`, base, { [field]: text(max) }, 0],
    [`${field} of ${max + 1}`, base, { [field]: text(max + 1) }, 1004],
    [`no ${field}`, base, { [field]: null }, 0],
    [`an empty ${field}`, base, { [field]: '' }, 0],
    [`a number as ${field}`, base, { [field]: 5 }, 1005],
  ]
  const required = (
    field: string,
    min: number,
    max: number,
    base: object = individual,
  ): [string, object, object, number][] => [
    [`${field} of ${min}`, base, { [field]: text(min) }, 0],
    [`${field} of ${max}`, base, { [field]: text(max) }, 0],
    [`${field} of ${max + 1}`, base, { [field]: text(max + 1) }, 1004],
    ...(min > 1
      ? [
          [`${field} of ${min - 1}`, base, { [field]: text(min - 1) }, 1004] as [
            string,
            object,
            object,
            number,
          ],
        ]
      : []),
    [`no ${field}`, base, { [field]: undefined }, 1003],
    [`null as ${field}`, base, { [field]: null }, 1003],
    [`blanks as ${field}`, base, { [field]: '   ' }, 1003],
    [`an object as ${field}`, base, { [field]: {} }, 1005],
  ]
  const cases: [string, object, object, number][] = [
    ...required('city', 1, 30),
    ...required('zip', 4, 16),
    ...required('address', 1, 128),
    ...required('country', 1, 60),
    ...required('country', 1, 30, legal),
    ...required('firstName', 1, 30).filter(([what]) => !/^(no|null|blanks)/.test(what)),
    ...required('lastName', 1, 30).filter(([what]) => !/^(no|null|blanks)/.test(what)),
    ...required('company', 1, 128, legal).filter(([what]) => !/^(no|null|blanks)/.test(what)),
    ...optional('registrationNumber', 30, legal),
    ...optional('house', 30),
    ...optional('company', 128),
    ['no first name', individual, { firstName: undefined }, 1003],
    ['an empty last name', individual, { lastName: '' }, 1003],
    ['no company', legal, { company: undefined }, 1003],
    ['a null company', legal, { company: null }, 1003],
    ['a phone of 2', individual, { phone: '12' }, 1004],
    ['a phone of 3', individual, { phone: '123' }, 0],
    ['a phone of 14', individual, { phone: '+4 (30) 123.45' }, 0],
    ['a phone of 15', individual, { phone: '+49 (30) 123.45' }, 1004],
    ['letters as phone', individual, { phone: 'call me' }, 1005],
    ['brackets alone as phone', individual, { phone: '(--)' }, 1005],
    ['no phone', individual, { phone: undefined }, 1003],
    ['a plus in the middle', individual, { phone: '49+301' }, 1005],
    ['a password of 5', individual, { password: '12345' }, 1004],
    ['a password of 6', individual, { password: 'q7w4zp' }, 0],
    ['a password with a space', individual, { password: '123 4567' }, 1005],
    ['no password', individual, { password: undefined }, 1002],
    ['an e-mail of 5', individual, { email: 'a@b.c' }, 1004],
    ['an e-mail of 6', individual, { email: 'a@bb.c' }, 0],
    ['an e-mail of 129', individual, { email: `${text(115)}@tenant.example`.slice(-129) }, 0],
    ['an e-mail of 130', individual, { email: `${text(116)}@tenant.example`.slice(-130) }, 1004],
    ['no e-mail', individual, { email: undefined }, 1000],
    ['a bad e-mail', individual, { email: 'nora@' }, 1001],
    [
      'a line break in an e-mail',
      individual,
      { email: 'nora@tenants.example\nBcc: all@tenants.example' },
      1001,
    ],
    ['no account type', individual, { accountType: undefined }, 1003],
    ['an unknown account type', individual, { accountType: 'robot' }, 1005],
    ['an unknown language', individual, { language: 'fr' }, 1005],
    ['a text as flag', individual, { isAdult: 'yes' }, 1005],
    ['a control character', individual, { city: 'Ber\u0000lin' }, 1005],
  ]
  test.each(cases)('with %s', async (what, base, change, code) => {
    const email = {
      email: `case${cases.findIndex(([name, of]) => name === what && of === base)}@tenants.example`,
    }
    const reply = await people.visitor.send('POST', signUp.path, { ...base, ...email, ...change })
    expect(reply.code).toBe(code)
    expect(reply.status).toBe(code === 0 ? 200 : 400)
    if (code !== 0) expect(reply.errors.map((error) => error.field)).toEqual(Object.keys(change))
  })

  const asked = ['accountType', 'firstName', 'lastName', 'company']
  const empty = Object.fromEntries(
    ['email', 'password', 'country', 'city', 'phone', 'address', 'zip', 'house', ...asked].map((name) => [
      name,
      '',
    ]),
  )
  test('says every bad field at once', async () => {
    const reply = await people.visitor.send('POST', signUp.path, {
      accountType: 'individual',
      email: 'x',
      password: '',
      city: text(31),
      zip: '1',
    })
    expect(Object.fromEntries(reply.errors.map((error) => [error.field, error.errorCode]))).toEqual({
      email: 1001,
      password: 1002,
      city: 1004,
      zip: 1004,
      country: 1003,
      phone: 1003,
      address: 1003,
      firstName: 1003,
      lastName: 1003,
    })
  })

  test.each([
    ['nothing said', { accountType: 'individual' }, ['firstName', 'lastName']],
    ['nothing typed', { ...empty, accountType: 'individual' }, ['firstName', 'lastName']],
    ['of a company', { ...empty, accountType: 'legal', firstName: 'Anna' }, ['company']],
    // Whose rules count is not known: no name is asked for.
    ['of nobody', { ...empty, accountType: 'robot' }, ['accountType']],
    ['as a list', [], []],
  ])('says with all the others which names are missing: %s', async (_what, body, told) => {
    const reply = await people.visitor.send('POST', signUp.path, body)
    expect(reply.status).toBe(400)
    const fields = reply.errors.map((error) => error.field)
    expect(asked.filter((field) => fields.includes(field))).toEqual(told)
    expect(fields).toHaveLength(new Set(fields).size)
  })
})

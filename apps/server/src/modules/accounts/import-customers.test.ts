import { importCustomers, previewCustomers } from '@stowage/api/table-imports'
import { requestPasswordReset } from '@stowage/api/accounts'
import { errorText } from '@stowage/texts/errors/index.ts'
import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'

const { world, people } = await openPeopledWorld()
const { db } = world.running.platform
const { sofia } = people

const accounts = async () =>
  await db.selectFrom('account').selectAll().where('deleted_at', 'is', null).orderBy('id').execute()
const address = () => `${newId().toLowerCase()}@brought.example`

test('a table is looked at before anything is written; each row says what is wrong in which column', async () => {
  const fine = address()
  const csv = [
    'E-Mail;Vorname;Nachname;Firma;Land;Ort;Telefon;Sprache;Kundennummer',
    `${fine};Anna;Berg;;de;Berlin;;;17`,
    'clara@tenants.example;Clara;Client;;DE;Berlin;;;',
    `${fine.toUpperCase()};Otto;Berg;;DE;Berlin;;;`,
    'no address;Otto;;;DE;;;;',
    ';;;Berg GmbH;PL;Poznań;call me;xx;',
  ].join('\r\n')
  const before = await accounts()
  const preview = await sofia.call(previewCustomers, { body: { csv } })
  expect(preview.body).toMatchObject({ problem: null, unread: ['Kundennummer'] })
  expect(
    preview.body.rows.map(({ line, problems }) => [
      line,
      ...problems.map(({ field, code }) => `${field} ${code}`),
    ]),
  ).toEqual([
    [2],
    [3, 'email 9000'],
    [4, 'email 9000'],
    [5, 'email 1001', 'city 1003', 'lastName 1003'],
    [6, 'email 1000', 'phone 1005', 'language 1005'],
  ])
  expect(preview.body.rows[0]).toMatchObject({ name: 'Anna Berg', accountType: 'individual', language: 'de' })
  expect(preview.body.rows[4]).toMatchObject({ name: 'Berg GmbH', accountType: 'legal' })
  expect(preview.body.rows[3]?.problems[0]).toMatchObject({
    typed: 'no address',
    message: errorText(1001, 'en'),
  })
  const columns = [{ head: 'Kundennummer', as: null }]
  const refused = await sofia.call(importCustomers, { body: { csv, columns } })
  expect(refused.status).toBe(400)
  expect(refused.errors.map(({ field, errorCode }) => `${field} ${errorCode}`)).toContain('rows.5.city 1003')
  expect(refused.errors.find(({ field }) => field === 'rows.4.email')?.message).toBe(
    errorText(9000, 'en', { subject: 'mailTwice', line: 2 }),
  )
  expect(await accounts()).toEqual(before)
})

test('what no field takes is named with its row, whatever it is, and is no word that a database refuses', async () => {
  const heads = 'E-Mail;Vorname;Nachname;Land;Ort'
  const rows = [
    'a\u0000b@x.example;A;B;DE;Berlin',
    `${'x'.repeat(900_000)};A;B;DE;Berlin`,
    `${address()};A;B;DE;Ber\u0007lin`,
  ]
  const preview = await sofia.call(previewCustomers, { body: { csv: [heads, ...rows].join('\n') } })
  expect(preview.status).toBe(200)
  expect(
    preview.body.rows.map(({ line, problems }) => [
      line,
      ...problems.map(({ field, code }) => `${field} ${code}`),
    ]),
  ).toEqual([
    [2, 'email 1005'],
    [3, 'email 1004'],
    [4, 'city 1005'],
  ])
  expect(preview.raw.length).toBeLessThan(5000)
  const many = `${Array.from({ length: 50_000 }, (_, index) => `h${index}`).join(';')}\n1`
  const wide = await sofia.call(previewCustomers, { body: { csv: many } })
  expect([wide.body.problem, wide.body.unread.length]).toEqual(['noColumn', 200])
})

test('of a file that is cut off or has an open quotation mark nothing is taken, and its row says so', async () => {
  const heads = 'E-mail,First name,Last name,Country,City,Company'
  const row = () => `${address()},Half,File,DE,Berlin,`
  const take = async (...lines: readonly string[]) =>
    await sofia.call(importCustomers, { body: { csv: [heads, ...lines].join('\n') } })
  const before = await accounts()
  for (const [lines, field, subject] of [
    [[row(), `${address()},Half`], 'rows.3.firstName', 'cut'],
    [[row(), `${address()},Half,File,DE,Berlin,"Berg`, row(), row()], 'rows.3.company', 'quote'],
    [[row(), `${row()},Berg, Sons`, ''], 'rows.3.company', 'cells'],
  ] as const) {
    const refused = await take(...lines)
    expect(refused.status).toBe(400)
    const found = refused.errors.find((error) => error.field === field)
    expect(found).toMatchObject({ errorCode: 1005, message: errorText(1005, 'en', { subject }) })
  }
  expect(await accounts()).toEqual(before)
})

test('of two people who bring the same table at once the second is told its row', async () => {
  const csv = `E-mail,First name,Last name,Country,City\n${address()},Twice,Brought,DE,Berlin\n`
  const both = await Promise.all([
    sofia.call(importCustomers, { body: { csv } }),
    sofia.call(importCustomers, { body: { csv } }),
  ])
  expect(both.map(({ status }) => String(status)).sort()).toEqual(['200', '409'])
  expect(both.find(({ status }) => status !== 200)?.errors).toMatchObject([
    { field: 'rows.2.email', errorCode: 9000, message: errorText(9000, 'en', { subject: 'mailTaken' }) },
  ])
})

test('customers of a table are there, all at once and once; nobody is written to, and each sets a password by mail', async () => {
  const [anna, firm] = [address(), address()]
  const csv = `E-mail,First name,Last name,Company,Country,City,Phone,VAT ID\n${anna},"=cmd|' /c calc'!A1",Berg,,RU,Москва,+7 495 1,\n${firm},,,"Berg, Sons & Co",PL,Poznań,,PL123\n`
  const mails = async () => await db.selectFrom('mail').select('id').execute()
  await world.settle()
  const before = (await mails()).length
  const made = await sofia.call(importCustomers, { body: { csv, isVouched: true } })
  expect([made.status, made.body]).toEqual([200, { customers: 2 }])
  await world.settle()
  expect((await mails()).length).toBe(before)
  const brought = (await accounts()).filter(({ email }) => [anna, firm].includes(email))
  expect(brought).toMatchObject([
    {
      first_name: "=cmd|' /c calc'!A1",
      account_type: 'individual',
      language: 'ru',
      platform_role: 'client',
      password_hash: null,
      is_kyc_verified: true,
    },
    { company: 'Berg, Sons & Co', account_type: 'legal', language: 'pl', vat_id: 'PL123', city: 'Poznań' },
  ])
  const acts = await db
    .selectFrom('audit')
    .select(['action', 'actor_id'])
    .where(
      'subject_id',
      'in',
      brought.map(({ id }) => id),
    )
    .execute()
  expect(acts).toEqual([
    { action: 'account-imported', actor_id: sofia.id },
    { action: 'account-imported', actor_id: sofia.id },
  ])
  // The second click brings the same table: nothing twice.
  expect(await sofia.call(importCustomers, { body: { csv } })).toMatchObject({ status: 409, code: 9000 })
  await people.visitor.call(requestPasswordReset, { body: { email: anna } })
  await world.settle()
  expect((await mails()).length).toBe(before + 1)
})

test.each([
  ['e-mail;city', 1003],
  ['name;city\nx;y', 1003],
  ['e-mail;e-mail\nx;y', 9216],
  [`e-mail\n${'x@y.example\n'.repeat(1001)}`, 1004],
  ['', 1003],
  ['\u0000', 1003],
])('what is no table of customers is refused (%#)', async (csv, code) => {
  expect(await sofia.call(importCustomers, { body: { csv } })).toMatchObject({ status: 400, code })
})

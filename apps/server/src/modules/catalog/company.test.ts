import { getCompany } from '@stowage/api/catalog'
import { updateCompany } from '@stowage/api/company'
import { expect, test } from 'vitest'
import { openEmptyCatalog } from '../../testing/catalog-desk.ts'

const { server, sofia, actsOn } = await openEmptyCatalog()
const title = { ru: 'Правила', en: 'Rules', de: 'Hausordnung', pl: 'Regulamin' }

test('an empty system has settings to show; a superUser sets them, everybody reads them, the audit keeps both', async () => {
  const empty = (await server.person().call(getCompany)).body
  expect(empty).toMatchObject({ name: 'Stowage', updated: null, signUpEnabled: true })
  const set = await sofia().call(updateCompany, {
    body: {
      name: 'Lager Nord GmbH',
      officeHours: [{ days: 'mon-fri', from: '08:00', to: '18:00' }],
      legalDocuments: [{ key: 'terms', title, url: '/api/leases/sample', version: '1' }],
      updated: null,
    },
  })
  expect(set).toMatchObject({ status: 200, body: { name: 'Lager Nord GmbH', email: '' } })
  const read = (await server.person().call(getCompany)).body
  expect(read).toMatchObject({ name: 'Lager Nord GmbH', legalDocuments: [{ key: 'terms', title }] })

  const late = await sofia().call(updateCompany, { body: { name: 'Another', updated: null } })
  expect(late).toMatchObject({ status: 409, code: 9109 })
  expect(late.errors[0]?.present).toMatchObject({ name: 'Lager Nord GmbH', updated: read.updated })
  expect(await actsOn('company')).toMatchObject([
    { action: 'company-changed', before: { name: 'Stowage' }, after: { name: 'Lager Nord GmbH' } },
  ])
})

const document = { key: 'terms', title, url: 'https://x.example', version: '1' }
test.each([
  ['no name', { name: ' ' }, { name: 1003 }],
  ['an address without a protocol', { website: 'lager.example' }, { website: 1005 }],
  ['a script for a website', { website: 'javascript:alert(1)' }, { website: 1005 }],
  [
    'a script for a document',
    { legalDocuments: [{ ...document, url: 'javascript:alert(1)' }] },
    { 'legalDocuments.0.url': 1005 },
  ],
  [
    'a document elsewhere that looks like here',
    { legalDocuments: [{ ...document, url: '//evil.example' }] },
    { 'legalDocuments.0.url': 1005 },
  ],
  ['two documents of one key', { legalDocuments: [document, document] }, { legalDocuments: 1005 }],
  [
    'a document without a Polish title',
    { legalDocuments: [{ ...document, title: { ...title, pl: '' } }] },
    { 'legalDocuments.0.title.pl': 1003 },
  ],
  [
    'hours that end before they begin',
    { officeHours: [{ days: 'sat', from: '15:00', to: '10:00' }] },
    { 'officeHours.0.to': 1005 },
  ],
  [
    'days of another week',
    { officeHours: [{ days: 'funday', from: '08:00', to: '10:00' }] },
    { 'officeHours.0.days': 1005 },
  ],
  ['half an e-mail', { email: 'office@' }, { email: 1001 }],
])('bad input: %s', async (_name, body, expected) => {
  const reply = await sofia().send('PUT', 'company', body)
  expect(reply.status).toBe(400)
  expect(Object.fromEntries(reply.errors.map(({ field, errorCode }) => [field, errorCode]))).toEqual(expected)
})

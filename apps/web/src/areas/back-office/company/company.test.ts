import { expect, test } from 'vitest'
import { companyBody, companyValues, sameKeys, type Company } from './company.ts'

const company: Company = {
  name: 'Lager Nord',
  address: '',
  email: '',
  website: '',
  supportPhone: '',
  officeHours: [
    { days: 'mon-fri', from: '08:00', to: '19:00' },
    { days: 'sat', from: '10:00', to: '15:00' },
  ],
  legalDocuments: [{ key: 'terms', title: { de: 'Hausordnung' }, url: '/x', version: '1' }],
  signUpEnabled: true,
  reportsEnabled: false,
  demo: false,
  clockOffsetMs: 0,
  businessNow: '2026-11-21T10:00:00Z',
}

test('hours go through the form and come out as they were', () => {
  const { officeHours } = companyValues(company)
  expect(officeHours[0]).toEqual({ fromDay: 'mon', toDay: 'fri', from: '08:00', to: '19:00' })
  expect(companyBody({ officeHours })).toEqual({ officeHours: company.officeHours })
})

test('a document without a title in some language is shown with an empty one', () => {
  expect(companyValues(company).legalDocuments[0]?.title).toEqual({
    ru: '',
    en: '',
    de: 'Hausordnung',
    pl: '',
  })
})

test('what was not touched does not travel', () => {
  expect(companyBody({ name: 'Lager Süd' })).toEqual({ name: 'Lager Süd' })
})

test('a key that stands twice is said at the second row, an empty one is merely missing', () => {
  expect(sameKeys([{ key: 'terms' }, { key: 'lease' }, { key: 'terms' }, { key: '' }, { key: '' }])).toEqual([
    { field: 'legalDocuments.2.key', code: 1005 },
  ])
})

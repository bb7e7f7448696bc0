import { expect, test } from 'vitest'
import { minorUnits, understand } from './site-rows.ts'

test.each([
  ['119.00', 11_900],
  ['119', 11_900],
  ['119.5', 11_950],
  ['0119.5000000', 11_950],
  ['-5.95', -595],
  ['0.00', 0],
  ['9007199254740.99', 900_719_925_474_099],
  ['1.005', undefined],
  ['1,50', undefined],
  ['1e3', undefined],
  ['NaN', undefined],
  ['', undefined],
])('%s is %s minor units', (text, minor) => {
  expect(minorUnits(text)).toBe(minor)
})

const site = {
  SiteID: '1',
  SiteName: 'Nord',
  Address: '',
  City: null,
  Zip: null,
  Country: null,
  Phone: null,
  CurrencyCode: 'EUR',
  UpdatedAt: '2026-11-01 00:00:00',
}
test.each([
  ['2026-11-01 00:00:00', '2026-11-01 00:00:00.000000'],
  ['2026-11-01T00:00:00.123Z', '2026-11-01 00:00:00.123000'],
  ['2026-11-01 00:00:00.1234567', '2026-11-01 00:00:00.123456'],
  ['2026-11-01 00:00:00+00', '2026-11-01 00:00:00.000000'],
])('%s is a time', (UpdatedAt, read) => {
  expect(understand('ssr_sites', { ...site, UpdatedAt })).toMatchObject({
    row: { UpdatedAt: read, Address: null },
  })
})

test.each([
  ['UpdatedAt', '2026-02-30 00:00:00', 'ssr_sites "1": UpdatedAt is no time: "2026-02-30 00:00:00"'],
  ['UpdatedAt', '2026-11-01 00:00:00+02', 'ssr_sites "1": UpdatedAt is no time: "2026-11-01 00:00:00+02"'],
  ['SiteName', null, 'ssr_sites "1": SiteName is empty'],
])('%s of %s makes the row none', (column, value, problem) => {
  expect(understand('ssr_sites', { ...site, [column]: value })).toEqual({ problem })
})

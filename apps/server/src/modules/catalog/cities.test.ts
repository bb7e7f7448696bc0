import { createCity, deleteCity, listCities, updateCity } from '@stowage/api/catalog'
import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { openEmptyCatalog } from '../../testing/catalog-desk.ts'

const { server, sofia, actsOn, smallStock } = await openEmptyCatalog()
const listed = async () => (await server.person().call(listCities)).body.map(({ city }) => city)

test('a city is made, changed and deleted; lists follow, and each act is in the audit', async () => {
  const made = await sofia().call(createCity, {
    body: { city: '  Kraków ', country: 'PL', size: 3, latitude: 50.06, longitude: 19.94 },
  })
  expect(made).toMatchObject({ status: 200, body: { city: 'Kraków', country: 'PL', size: 3, updated: null } })
  const { id } = made.body
  await sofia().call(createCity, { body: { city: 'Gdańsk', country: 'PL', size: 1 } })
  expect(await listed()).toEqual(['Gdańsk', 'Kraków'])

  const moved = await sofia().call(updateCity, { params: { id }, body: { size: 0, updated: null } })
  expect(moved.body).toMatchObject({ city: 'Kraków', size: 0, latitude: 50.06 })
  expect(await listed()).toEqual(['Kraków', 'Gdańsk'])

  expect(await sofia().call(deleteCity, { params: { id } })).toMatchObject({ status: 200, body: {} })
  expect(await listed()).toEqual(['Gdańsk'])
  expect(await sofia().call(deleteCity, { params: { id } })).toMatchObject({ status: 404, code: 9104 })
  expect(await sofia().call(updateCity, { params: { id }, body: { size: 5 } })).toMatchObject({ code: 9104 })
  expect((await actsOn(id)).map(({ action }) => action)).toEqual([
    'city-created',
    'city-changed',
    'city-deleted',
  ])
  expect((await actsOn(id))[1]).toMatchObject({ before: { size: 3 }, after: { size: 0 } })
})

test('a change that changes nothing leaves no trace', async () => {
  const { body: city } = await sofia().call(createCity, { body: { city: 'Same', country: 'DE' } })
  const again = await sofia().call(updateCity, {
    params: { id: city.id },
    body: { city: 'Same', country: 'DE' },
  })
  expect(again.body).toEqual(city)
  expect(await actsOn(city.id)).toHaveLength(1)
})

test('the second of two editors is told, with the record as it is now', async () => {
  const { body: city } = await sofia().call(createCity, { body: { city: 'Bonn', country: 'DE' } })
  const first = { params: { id: city.id }, body: { city: 'Bonn am Rhein', updated: city.updated ?? null } }
  expect(await sofia().call(updateCity, first)).toMatchObject({ status: 200 })
  const second = await sofia().call(updateCity, {
    params: { id: city.id },
    body: { city: 'Bonn-Beuel', updated: city.updated ?? null },
  })
  expect(second).toMatchObject({ status: 409, code: 9109 })
  expect(second.errors[0]?.present).toMatchObject({ city: 'Bonn am Rhein' })
})

test('a city with stocks is not deleted, and the sentence says what stands in the way', async () => {
  const { cityId } = await smallStock()
  const refused = await sofia().call(deleteCity, { params: { id: cityId } })
  expect(refused).toMatchObject({ status: 409, code: 9110 })
  expect(refused.errors[0]?.message).toContain('1 warehouse is in this city')
})

test.each([
  ['nothing', {}, { city: 1003, country: 1003 }],
  ['a name of 31', { city: 'x'.repeat(31), country: 'DE' }, { city: 1004 }],
  ['only spaces', { city: '   ', country: 'DE' }, { city: 1003 }],
  ['a country in words', { city: 'Bonn', country: 'Germany' }, { country: 1005 }],
  ['half a place', { city: 'Bonn', country: 'DE', latitude: 50 }, { longitude: 1003 }],
  ['a place off the globe', { city: 'Bonn', country: 'DE', latitude: 91, longitude: 7 }, { latitude: 1005 }],
  ['half a weight', { city: 'Bonn', country: 'DE', size: 1.5 }, { size: 1005 }],
])('bad input: %s', async (_name, body, expected) => {
  const reply = await sofia().send('POST', 'cities', body)
  expect(reply.status).toBe(400)
  expect(Object.fromEntries(reply.errors.map(({ field, errorCode }) => [field, errorCode]))).toEqual(expected)
})

test('half of a place cannot be taken away', async () => {
  const { body: city } = await sofia().call(createCity, {
    body: { city: 'Jena', country: 'DE', latitude: 50.9, longitude: 11.6 },
  })
  const reply = await sofia().call(updateCity, { params: { id: city.id }, body: { latitude: null } })
  expect(reply.errors[0]).toMatchObject({ errorCode: 1003, field: 'latitude' })
})

test('an id that names nothing is not there', async () => {
  expect(await sofia().call(updateCity, { params: { id: newId() }, body: { size: 1 } })).toMatchObject({
    status: 404,
    code: 9104,
  })
})

import { expect, test } from 'vitest'
import { citiesOf, filterStocks } from './stock-filter.ts'

const stock = (name: string, address: string, cityId: string, city: string, size: number) => ({
  name,
  address,
  cityId,
  city: { city, size },
})
const stocks = [
  stock('Moabit', 'Turmstraße 21', 'b', 'Berlin', 3),
  stock('Пресня', 'Ходынская ул., 2', 'm', 'Москва', 1),
  stock('Королёв', 'пр. Королёва, 5', 'm', 'Москва', 1),
]
const found = (search: { city?: string; q?: string }): string[] =>
  filterStocks(stocks, search).map(({ name }) => name)

test('cities by size, with how many stocks each has', () => {
  expect(citiesOf(stocks)).toEqual([
    { id: 'm', name: 'Москва', stocks: 2 },
    { id: 'b', name: 'Berlin', stocks: 1 },
  ])
})

test('every word counts, in any order and case, ё or е', () => {
  expect(found({})).toHaveLength(3)
  expect(found({ q: '  ' })).toHaveLength(3)
  expect(found({ q: 'москва ХОДЫН' })).toEqual(['Пресня'])
  expect(found({ q: 'королева' })).toEqual(['Королёв'])
  expect(found({ q: 'turm' })).toEqual(['Moabit'])
  expect(found({ q: 'turm москва' })).toEqual([])
  expect(found({ city: 'm' })).toEqual(['Пресня', 'Королёв'])
  expect(found({ city: 'b', q: 'пресня' })).toEqual([])
})

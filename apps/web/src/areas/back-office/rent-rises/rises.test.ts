import { expect, test } from 'vitest'
import { categoriesOf, wantedCandidates, wantedOf, type Candidate } from './rises.ts'

const candidate = (contractId: string, belowPercent: number | null, categoryId: string | null = 'a') =>
  ({
    contractId,
    belowPercent,
    categoryId,
    categoryName: categoryId === null ? null : `Name ${categoryId}`,
  }) as Candidate

const items = [
  candidate('even', 0),
  candidate('low', 16.7),
  candidate('own', null, null),
  candidate('lower', 30, 'b'),
]
const ids = (found: readonly Candidate[]) => found.map(({ contractId }) => contractId)

test('those that pay least against the street rate come first, those without one last', () => {
  expect(ids(wantedCandidates(items, { category: null, below: null }))).toEqual([
    'lower',
    'low',
    'even',
    'own',
  ])
})

test('by category, and by how far below', () => {
  expect(ids(wantedCandidates(items, { category: 'a', below: null }))).toEqual(['low', 'even'])
  expect(ids(wantedCandidates(items, { category: null, below: 20 }))).toEqual(['lower'])
  expect(ids(wantedCandidates(items, { category: null, below: 1 }))).toEqual(['lower', 'low'])
})

test('what an address means: a step that is offered, or none', () => {
  expect(wantedOf({ below: '10', category: 'a' })).toEqual({ category: 'a', below: 10 })
  expect(wantedOf({ below: '11' })).toEqual({ category: null, below: null })
  expect(wantedOf({})).toEqual({ category: null, below: null })
})

test('each category once, by name', () => {
  expect(categoriesOf([...items, candidate('more', 1, 'b')])).toEqual([
    { value: 'a', label: 'Name a' },
    { value: 'b', label: 'Name b' },
  ])
})

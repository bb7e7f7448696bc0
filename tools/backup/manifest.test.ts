import { expect, test } from 'vitest'
import { areNamesPlain } from './manifest.ts'

const table = (name: string, ...columns: string[]) => ({ tables: [{ name, columns }], sequences: [] })

test('names of tables and columns stand in SQL: only such as ours are taken from an archive', () => {
  expect(areNamesPlain(table('webhook_delivery', 'id', 'created_at'), { webhook_delivery: 3 })).toBe(true)
  const odd = [`a" from program 'id' --`, 'a"', 'A', '', 'a b', 'a;drop']
  for (const name of odd) {
    expect(areNamesPlain(table(name), {}), name).toBe(false)
    expect(areNamesPlain(table('account', name), {}), name).toBe(false)
    expect(areNamesPlain(table('account'), { [name]: 1 }), name).toBe(false)
    const sequences = [{ name, value: '1', isCalled: true }]
    expect(areNamesPlain({ tables: [], sequences }, {}), name).toBe(false)
  }
})

import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import { pageWindow } from './page-window.ts'

const db = new Kysely<Record<string, never>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const written = (page: number, pageSize: number) => {
  const { sql, parameters } = pageWindow({ page, pageSize }).compile(db)
  return [sql, ...parameters]
}

test('the first page is written out, so that its plan is kept; others are one statement for all of them', () => {
  expect(written(1, 20)).toEqual(['limit 20'])
  expect(written(2, 20)).toEqual(['limit $1 offset $2', 20, 20])
  expect(written(7, 50)).toEqual(['limit $1 offset $2', 50, 300])
})

test('sizes that no page offers do not fill the connection with statements', () => {
  expect(written(1, 17)).toEqual(['limit $1 offset $2', 17, 0])
})

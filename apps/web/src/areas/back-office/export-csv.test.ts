import { expect, test } from 'vitest'
import { parseCsv } from '@stowage/domain/csv'
import { ApiError } from '../../client/api-error.ts'
import { csvFileName, csvMoney, csvOf, fetchAllRows, type ListPage } from './export-csv.ts'

interface Row {
  readonly id: string
}
const all = (count: number): Row[] => Array.from({ length: count }, (_, index) => ({ id: `r${index}` }))
const pager =
  (rows: readonly Row[], pageSize: number) =>
  async (page: number): Promise<ListPage<Row>> => ({
    items: rows.slice((page - 1) * pageSize, page * pageSize),
    total: rows.length,
    pageSize,
  })
const fetching = { idOf: ({ id }: Row) => id, signal: new AbortController().signal }

test.each([0, 1, 9, 10, 11, 20, 95])('all %d rows come, in their order, page by page', async (count) => {
  const told: [number, number][] = []
  const { rows, total, isCut } = await fetchAllRows({
    ...fetching,
    page: pager(all(count), 10),
    onProgress: (fetched, of) => told.push([fetched, of]),
  })
  expect(rows).toEqual(all(count))
  expect({ total, isCut }).toEqual({ total: count, isCut: false })
  expect(told.length).toBe(Math.max(1, Math.ceil(count / 10)))
  expect(told.at(-1)).toEqual([count, count])
})

test('a list longer than the limit is cut there and says so; one exactly as long is whole', async () => {
  const page = pager(all(40), 10)
  expect(await fetchAllRows({ ...fetching, page, most: 25 })).toEqual({
    rows: all(40).slice(0, 25),
    total: 40,
    isCut: true,
  })
  expect(await fetchAllRows({ ...fetching, page, most: 40 })).toMatchObject({ total: 40, isCut: false })
  expect(await fetchAllRows({ ...fetching, page, most: 30 })).toMatchObject({ isCut: true })
})

test('a row that slides onto the next page meanwhile is there once', async () => {
  const later = [{ id: 'new' }, ...all(20)]
  const { rows } = await fetchAllRows({
    ...fetching,
    page: async (page) => await pager(page === 1 ? all(20) : later, 10)(page),
  })
  expect(rows.map(({ id }) => id)).toEqual(all(20).map(({ id }) => id))
})

test('too many requests and a lost network are waited for as told; what will not pass is an error at once', async () => {
  const waited: number[] = []
  const failures = [new ApiError(429, [{ code: 9129, message: '' }], 7), new ApiError(0, [])]
  const page = async (number: number): Promise<ListPage<Row>> => {
    const failure = number === 2 ? failures.shift() : undefined
    if (failure) throw failure
    return await pager(all(15), 10)(number)
  }
  const { rows } = await fetchAllRows({
    ...fetching,
    page,
    pause: async (seconds) => void waited.push(seconds),
  })
  expect(rows.length).toBe(15)
  expect(waited).toEqual([7, 4])

  const denied = new ApiError(403, [{ code: 9103, message: '' }])
  await expect(
    fetchAllRows({
      ...fetching,
      page: async () => {
        throw denied
      },
      pause: async () => expect.unreachable(),
    }),
  ).rejects.toBe(denied)
})

test('a server that stays away is given up after six tries more', async () => {
  let asked = 0
  const away = new ApiError(503, [{ code: 1, message: '' }])
  const page = async (): Promise<never> => {
    asked += 1
    throw away
  }
  await expect(fetchAllRows({ ...fetching, page, pause: async () => undefined })).rejects.toBe(away)
  expect(asked).toBe(7)
})

test('stopped, it ends, in the middle of a pause too', async () => {
  const stopper = new AbortController()
  const page = async (): Promise<never> => {
    setTimeout(() => stopper.abort(), 5)
    throw new ApiError(429, [], 60)
  }
  await expect(fetchAllRows({ ...fetching, signal: stopper.signal, page })).rejects.toThrow(/abort/i)
})

test('cells are safe, numbers have the decimal mark of the language, the separator follows it', () => {
  const columns = [
    { title: 'Name', cell: ({ id }: Row) => id },
    { title: 'Debt; total', cell: () => csvMoney(123_450) },
    { title: 'Note', cell: () => null },
    { title: 'Size', cell: () => 6.5 },
  ]
  const rows = [{ id: '=HYPERLINK("http://evil")' }, { id: '+49 30' }, { id: 'Иванова, "Анна"' }]
  const german = csvOf(columns, rows, 'de')
  expect(german.startsWith('\u{FEFF}Name;"Debt; total";Note;Size\r\n')).toBe(true)
  expect(german).toContain(`"'=HYPERLINK(""http://evil"")";"1234,50";`)
  expect(german).toContain(`'+49 30;"1234,50";`)
  expect(csvOf(columns, rows, 'en').split('\r\n')[0]).toBe(
    '\u{FEFF}Name,Debt; total,Note,Size'.replace('Debt; total', '"Debt; total"'),
  )
  for (const language of ['ru', 'en', 'de', 'pl'] as const)
    expect(
      parseCsv(csvOf(columns, rows, language))
        .slice(1)
        .map(({ cells }) => cells[0]),
    ).toEqual(rows.map(({ id }) => id))
})

test('a file name has its day and nothing that a file system refuses', () => {
  expect(csvFileName('Должники', '2026-11-21')).toBe('Должники 2026-11-21.csv')
  expect(csvFileName('a/b: "c"\n', '2026-11-21')).toBe('a b c 2026-11-21.csv')
  expect(csvFileName('??', '2026-11-21')).toBe('list 2026-11-21.csv')
})

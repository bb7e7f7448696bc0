import { expect, test } from 'vitest'
import { blameOf, createPatience } from './patience.ts'

const refused = (code: string): Error => Object.assign(new Error(code), { code })

test.each([
  ['database', ['08006', '53300', '57P01', '57P03', '58030', '3D000', '28P01', 'ECONNREFUSED', 'EPIPE']],
  ['row', ['22P02', '23505', '23514', '21000', 'P0001', '54000', 'XX001', 'ENOENT']],
  ['unclear', ['40001', '40P01', '55P03', '57014', '42P01', '42501', 'XX000', '0A000', '25P02']],
] as const)('to blame is: %s', (blame, codes) => {
  for (const code of codes) expect([code, blameOf(refused(code))]).toEqual([code, blame])
})

test('what pg says without a code is the database; a failure, a defect and what is no error are the row', () => {
  for (const message of [
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'Cannot use a pool after calling end on the pool',
  ])
    expect(blameOf(new Error(message))).toBe('database')
  for (const thrown of [Object.assign(new Error('x'), { code: 9104 }), new TypeError('x'), null, 'text'])
    expect(blameOf(thrown)).toBe('row')
})

test('rows are passed by without end, what is unclear so often in a row, a lost connection not once', async () => {
  const said: unknown[] = []
  const { alone } = createPatience(3)
  const fails = async (code: string): Promise<boolean> =>
    await alone(
      async () => await Promise.reject(refused(code)),
      (error) => said.push(error),
    )
  const goes = async (): Promise<boolean> =>
    await alone(
      async () => undefined,
      (error) => said.push(error),
    )
  for (let row = 0; row < 20; row += 1) expect(await fails('22P02')).toBe(false)
  expect([await fails('55P03'), await fails('XX000'), await goes()]).toEqual([false, false, true])
  // A row of its own fault is no sign that the database is well.
  expect([await fails('55P03'), await fails('23505'), await fails('55P03')]).toEqual([false, false, false])
  await expect(fails('57014')).rejects.toThrow('57014')
  expect(said).toHaveLength(25)
  const other = createPatience(3)
  await expect(
    other.alone(
      async () => await Promise.reject(refused('08006')),
      () => said.push(1),
    ),
  ).rejects.toThrow('08006')
  expect(said).toHaveLength(25)
})

test('a row waits for the turn that its pace gives it; a stop meanwhile is no failure of the row', async () => {
  const stopping = new AbortController()
  const turn = Promise.withResolvers<void>()
  const { alone } = createPatience(3, stopping.signal, {
    async step(most, work) {
      await turn.promise
      stopping.signal.throwIfAborted()
      return await work(most)
    },
    done: () => undefined,
  })
  const said: unknown[] = []
  let done = 0
  const row = alone(
    async () => (done += 1),
    (error) => said.push(error),
  )
  stopping.abort(new Error('the process stops'))
  turn.resolve()
  await expect(row).rejects.toBe(stopping.signal.reason)
  expect([done, said]).toEqual([0, []])
})

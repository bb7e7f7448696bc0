import net from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createSourceApart } from './source-apart.ts'
import { mysql } from './mysql-view.ts'
import { postgres } from './postgres-view.ts'
import { createSource } from './ssr-view.ts'
import type { Engine, ReachableSystem, SourceLimits } from './source.ts'

const limits: SourceLimits = { connectMs: 500, statementMs: 200, rows: 1000, bytes: 1024 * 1024 }
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** @param talk what a machine that somebody entered says on a line, and what not */
async function machine(talk: (line: net.Socket) => void): Promise<number> {
  const lines = new Set<net.Socket>()
  const server = net.createServer((line) => {
    lines.add(line)
    line.on('error', () => undefined)
    talk(line)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(async () => {
    for (const line of lines) line.destroy()
    await new Promise((done) => server.close(done))
  })
  return (server.address() as net.AddressInfo).port
}

function packet(sequence: number, ...parts: readonly (string | readonly number[])[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))),
  )
  const head = Buffer.alloc(4)
  head.writeUIntLE(body.length, 0, 3)
  head[3] = sequence
  return Buffer.concat([head, body])
}

/** PostgreSQL's "you are in" and "ask". */
const LETS_IN = Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 0, 90, 0, 0, 0, 5, 73])
/** "The password is wrong." */
const refusal = Buffer.from('E\0\0\0\x1cSFATAL\0C28P01\0Mrefused\0\0', 'latin1')
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0)
const greeting = packet(
  0,
  [10],
  '8.0.36\0',
  [1, 0, 0, 0],
  'abcdefgh',
  [0],
  // Protocol 4.1, secure connection, names of plugins.
  [0x00, 0x82, 45, 2, 0, 0x08, 0x00, 21],
  zeros(10),
  'ijklmnopqrst\0',
  'mysql_native_password\0',
)
const okay = (sequence: number): Buffer => packet(sequence, [0, 0, 0, 2, 0, 0, 0])

test.each([
  ['greets nobody', () => undefined],
  [
    'lets everybody in and then says nothing',
    (line: net.Socket) => line.once('data', () => line.write(okay(2))),
  ],
  [
    'answers what needs no answer, and no question',
    (line: net.Socket) => {
      let heard = 0
      line.on('data', () => line.write(okay((heard += 1) === 1 ? 2 : 1)))
    },
  ],
] as const)('a MySQL server that %s is away, in time', async (what, talk) => {
  const port = await machine((line) => {
    if (what !== 'greets nobody') line.write(greeting)
    talk(line)
  })
  await expect(read(mysql, port)).rejects.toMatchObject({
    trouble: expect.stringMatching(/^source(Away|Unknown)$/) as unknown,
  })
})

test('a PostgreSQL server that lets everybody in and then says nothing is away, in time', async () => {
  const port = await machine((line) => line.once('data', () => line.write(LETS_IN)))
  await expect(read(postgres, port)).rejects.toMatchObject({ trouble: 'sourceAway' })
})

test('a whole reading has its time, whatever each question may take', async () => {
  const port = await machine((line) => line.once('data', () => line.write(LETS_IN)))
  const patient = { ...limits, statementMs: 60_000, totalMs: 300 }
  await expect(read(postgres, port, patient)).rejects.toMatchObject({ trouble: 'sourceAway' })
})

test.each([
  // A row of a hundred columns without any.
  ['makes the driver throw where nobody catches', [68, 0, 0, 0, 6, 0, 100]],
  // An error whose words never end.
  ['keeps the driver busy for ever', [69, 0, 0, 0, 6, 83, 120]],
])('what %s ends no server: the source is away, and the next one is read', async (_what, bytes) => {
  const port = await machine((line) => {
    line.once('data', () => {
      line.write(LETS_IN)
      line.once('data', () => line.write(Buffer.from(bytes)))
    })
  })
  const source = createSourceApart('postgres', { ...limits, statementMs: 60_000 }, 300)
  await expect(source.mapObjects(systemAt(port))).rejects.toMatchObject({ trouble: 'sourceAway' })
  const gone = createSourceApart('mysql', limits, 300)
  await expect(gone.mapObjects(systemAt(1))).rejects.toMatchObject({ trouble: 'sourceAway' })
})

test('what breaks the thread ends no other reading: that one is read again, alone', async () => {
  const away = { ...limits, connectMs: 60_000, statementMs: 60_000 }
  const met = Promise.withResolvers<void>()
  let lines = 0
  // It keeps its first caller waiting and refuses the second: whoever is refused was read twice.
  const honest = await machine((line) => {
    lines += 1
    if (lines > 1) return void line.once('data', () => line.write(refusal))
    line.once('data', () => {
      line.write(LETS_IN)
      line.once('data', () => met.resolve())
    })
  })
  const hostile = await machine((line) => {
    line.once('data', () => {
      line.write(LETS_IN)
      line.once('data', () => line.write(Buffer.from([68, 0, 0, 0, 6, 0, 100])))
    })
  })
  const source = createSourceApart('postgres', away, 60_000)
  const other = source.mapObjects(systemAt(honest)).catch((error: unknown) => error)
  await met.promise
  await expect(source.mapObjects(systemAt(hostile))).rejects.toMatchObject({ trouble: 'sourceAway' })
  expect(await other).toMatchObject({ trouble: 'sourceRefuses' })
  expect(lines).toBe(2)
})

const systemAt = (port: number): ReachableSystem => ({
  siteId: '1',
  server: 'sm',
  address: '127.0.0.1',
  encryption: 'none',
  port,
  name: 'sm',
  username: 'u',
  password: 'p',
})

async function read(engine: Engine, port: number, its: SourceLimits = limits): Promise<unknown> {
  const nothing = { customers: null, contracts: null, documents: null }
  return await createSource(engine, its).site(systemAt(port), nothing)
}

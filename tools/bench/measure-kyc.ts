import { randomBytes } from 'node:crypto'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { type Child, startChild } from './children.ts'
import { createDatabase, openFolder, openServer, withDatabase } from './databases.ts'
import { type Figure, valueFigure } from './figures.ts'
import { type LoadCall, openCaller, percentile } from './http-load.ts'
import type { Held } from './kyc-server.ts'

interface Ready {
  readonly port: number
  readonly people: readonly { readonly id: string; readonly token: string }[]
}
type Body = Readonly<Record<string, { readonly type: string; readonly base64: string }>>

const NAME = 'stowage_kyc'
/** Uploads under way at the same time, half of them photos and half PDF. */
const AT_ONCE = 4
const UPLOADS = 8
const ASKERS = 2
const PAUSE_MS = 5
const LARGEST = 10 * 1024 * 1024

/**
 * Documents of 10 MB handed in, four at once, while others ask who they are: how long the server's event loop is held at once,
 * how long `auth/me` takes, and the same while nobody uploads. Every person uploads once: the same file again would be dropped.
 */
export async function measureKyc(
  say: (text: string) => void,
  { rounds, execArgv }: { readonly rounds: number; readonly execArgv: readonly string[] },
): Promise<Figure[]> {
  const { folder, closing, close } = openFolder(os.tmpdir(), undefined)
  try {
    const server = await openServer(folder, closing, say)
    await createDatabase(server, NAME)
    const product = await startChild<Ready>('kyc-server.ts', {
      log: path.join(folder, 'server.log'),
      words: [String((rounds + 1) * UPLOADS)],
      execArgv,
      env: {
        DATABASE_URL: withDatabase(server, NAME),
        DEMO: 'off',
        PORT: '0',
        DATA_DIR: path.join(folder, 'data'),
        RATE_LIMIT_PER_MINUTE: '100000000',
        LOG_LEVEL: 'info',
        SMTP_URL: '',
      },
    })
    closing.push(product.stop)
    const [photo, paper] = [await photoOf(LARGEST), pdfOf(LARGEST)]
    const bodies: readonly Body[] = [
      { passportFile: { type: 'image/jpeg', base64: photo.toString('base64') } },
      { addressFile: { type: 'application/pdf', base64: paper.toString('base64') } },
    ]
    const rounded: { busy: Round; idle: Round; read: Round }[] = []
    for (let round = -1; round < rounds; round += 1) {
      const some = product.ready.people.slice((round + 1) * UPLOADS, (round + 2) * UPLOADS)
      const idle = await watched(product, [])
      const busy = await watched(
        product,
        some.map(({ id, token }, index) => ({
          method: 'PUT',
          path: `/api/users/${id}`,
          token,
          body: bodies[index % bodies.length],
        })),
      )
      const read = await reading(product, some)
      if (round >= 0) rounded.push({ busy, idle, read })
    }
    const of = (pick: (round: (typeof rounded)[number]) => number): number[] => rounded.map(pick)
    const sizes = `${(photo.length / 1e6).toFixed(1)} MB photo, ${(paper.length / 1e6).toFixed(1)} MB PDF`
    return [
      valueFigure({
        name: 'event loop held at once by uploads of 10 MB, CPU',
        values: of(({ busy }) => busy.held.cpu),
        unit: 'ms',
        digits: 1,
        must: 20,
        note: `${AT_ONCE} at once: ${sizes}`,
      }),
      valueFigure({
        name: 'the same by the clock, the longest',
        values: of(({ busy }) => busy.held.longest),
        unit: 'ms',
        digits: 1,
        must: undefined,
      }),
      valueFigure({
        name: 'the same by the clock, p99 of its turns',
        values: of(({ busy }) => busy.held.p99),
        unit: 'ms',
        digits: 1,
        must: undefined,
      }),
      valueFigure({
        name: 'the same by the clock while nobody uploads, the longest',
        values: of(({ idle }) => idle.held.longest),
        unit: 'ms',
        digits: 1,
        must: undefined,
      }),
      valueFigure({
        name: 'auth/me p99 during uploads',
        values: of(({ busy }) => busy.p99),
        unit: 'ms',
        digits: 1,
        must: undefined,
      }),
      valueFigure({
        name: 'an upload, four at once',
        values: of(({ busy }) => busy.upload),
        unit: 'ms',
        must: undefined,
      }),
      valueFigure({
        name: 'event loop held at once while documents are read, CPU',
        values: of(({ read }) => read.held.cpu),
        unit: 'ms',
        digits: 1,
        must: 20,
        note: 'users/{id}/photos, 2 at once',
      }),
    ]
  } finally {
    await close()
  }
}

interface Round {
  readonly held: Held
  readonly p99: number
  /** The median upload. */
  readonly upload: number
}

async function watched(product: Child<Ready>, uploads: readonly LoadCall[]): Promise<Round> {
  const { port, people } = product.ready
  const callers = await Promise.all(
    Array.from({ length: AT_ONCE + ASKERS }, async () => await openCaller(port)),
  )
  const asked: number[] = []
  const taken: number[] = []
  let isOver = false
  let next = 0
  await product.ask<Held>('held')
  try {
    const asking = callers.slice(AT_ONCE).map(async (caller, place) => {
      const { token = '' } = people[place] ?? {}
      while (!isOver) {
        asked.push((await right(caller.call({ method: 'GET', path: '/api/auth/me', token }))).milliseconds)
        await sleep(PAUSE_MS)
      }
    })
    if (uploads.length === 0) await sleep(2000)
    await Promise.all(
      callers.slice(0, AT_ONCE).map(async (caller) => {
        for (let call = uploads[next++]; call; call = uploads[next++])
          taken.push((await right(caller.call(call))).milliseconds)
      }),
    )
    isOver = true
    await Promise.all(asking)
  } finally {
    for (const caller of callers) caller.close()
  }
  const held = await product.ask<Held>('held')
  asked.sort((a, b) => a - b)
  taken.sort((a, b) => a - b)
  return { held, p99: percentile(asked, 99), upload: percentile(taken, 50) }
}

/** What was just handed in is read by its owners, two at once. */
async function reading(product: Child<Ready>, some: Ready['people']): Promise<Round> {
  await product.ask<Held>('held')
  const queue = [...some]
  const one = async (): Promise<void> => {
    for (let person = queue.pop(); person; person = queue.pop()) {
      const { id, token } = person
      const answer = await fetch(`http://127.0.0.1:${product.ready.port}/api/users/${id}/photos`, {
        headers: { Authorization: `Bearer ${token}` },
      })
      const bytes = (await answer.arrayBuffer()).byteLength
      if (answer.status !== 200 || bytes < 1_000_000)
        throw new Error(`documents: ${answer.status}, ${bytes} bytes`)
    }
  }
  await Promise.all([one(), one()])
  return { held: await product.ask<Held>('held'), p99: 0, upload: 0 }
}

async function right<A extends { readonly status: number; readonly body: Buffer }>(
  asked: Promise<A>,
): Promise<A> {
  const answer = await asked
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.toString().slice(0, 300)}`)
  return answer
}

/** A photograph of noise, as heavy as it may be. */
async function photoOf(most: number): Promise<Buffer> {
  const [width, height] = [4000, 3000]
  const noise = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } }).blur(0.6)
  for (let quality = 90; quality > 0; quality -= 5) {
    const photo = await noise.clone().jpeg({ quality }).toBuffer()
    if (photo.length <= most) return photo
  }
  throw new Error('no photo is small enough')
}

function pdfOf(size: number): Buffer {
  const [head, tail] = [
    Buffer.from('%PDF-1.4\n1 0 obj\n<< /Length 10 >>\nstream\n'),
    Buffer.from('\nendstream\nendobj\n%%EOF\n'),
  ]
  return Buffer.concat([head, randomBytes(size - head.length - tail.length), tail])
}

import { setTimeout as sleep } from 'node:timers/promises'
import { type Figure, ratioFigure, valueFigure } from './figures.ts'
import { PASSWORD } from './fill-world.ts'
import { type LoadCall, openCaller, percentile } from './http-load.ts'
import type { Stage } from './stage.ts'

const LOGINS = 8
const SECONDS = 3
const ASKERS = 2
/** Each asker asks about two hundred times a second: a page's call, not a flood. */
const PAUSE_MS = 5

interface Mixed {
  readonly p99: number
  readonly loginsPerSecond: number
}

/** How long `auth/me` takes while eight people sign in at once, beside a bare ping under the same argon2. */
export async function measureLogins(stage: Stage, rounds: number): Promise<Figure[]> {
  const { world, product, bare } = stage
  const emails = world.buyers.slice(0, 64).map((id) => world.emails[id] ?? '')
  const token = await world.token(world.tenants[0] ?? '')
  const login =
    (path: string) =>
    (index: number): LoadCall => ({
      method: 'POST',
      path,
      body: { email: emails[index % emails.length], password: PASSWORD },
    })
  const ours: Mixed[] = []
  const plain: Mixed[] = []
  for (let round = -1; round < rounds; round += 1) {
    const limit = await mix(bare.ready.port, login('/login'), { method: 'GET', path: '/ping' })
    const mine = await mix(product.ready.port, login('/api/auth/login'), {
      method: 'GET',
      path: '/api/auth/me',
      token,
    })
    if (round < 0) continue
    ours.push(mine)
    plain.push(limit)
  }
  const p99 = (mixed: readonly Mixed[]): number[] => mixed.map((one) => one.p99)
  const perSecond = (mixed: readonly Mixed[]): number[] => mixed.map((one) => one.loginsPerSecond)
  return [
    ratioFigure({
      name: 'auth/me p99 during 8 logins',
      ours: p99(ours),
      limit: p99(plain),
      shown: (value) => `${value.toFixed(1)} ms`,
      limitName: 'bare ping',
      must: 3,
      should: 1.5,
      atMost: true,
    }),
    ratioFigure({
      name: 'logins',
      ours: perSecond(ours),
      limit: perSecond(plain),
      shown: (value) => `${value.toFixed(0)} /s`,
      limitName: 'bare argon2',
    }),
    valueFigure({ name: 'logins, 8 at once', values: perSecond(ours), unit: '/s', must: undefined }),
  ]
}

async function mix(port: number, login: (index: number) => LoadCall, question: LoadCall): Promise<Mixed> {
  const callers = await Promise.all(
    Array.from({ length: LOGINS + ASKERS }, async () => await openCaller(port)),
  )
  const taken: number[] = []
  let logins = 0
  const until = performance.now() + SECONDS * 1000
  const right = (status: number, body: Buffer): void => {
    if (status !== 200 || body.includes('errorCode'))
      throw new Error(`${status} ${body.toString().slice(0, 300)}`)
  }
  try {
    await Promise.all(
      callers.map(async (caller, place) => {
        for (let turn = 0; performance.now() < until; turn += 1) {
          if (place < LOGINS) {
            const { status, body } = await caller.call(login(place + turn * LOGINS))
            right(status, body)
            logins += 1
          } else {
            const { status, body, milliseconds } = await caller.call(question)
            right(status, body)
            taken.push(milliseconds)
            await sleep(PAUSE_MS)
          }
        }
      }),
    )
  } finally {
    for (const caller of callers) caller.close()
  }
  taken.sort((a, b) => a - b)
  return { p99: percentile(taken, 99), loginsPerSecond: logins / SECONDS }
}

import { endpoints } from '@stowage/api'
import { bookBox, previewLease } from '@stowage/api/booking'
import { randomFrom } from '../../demo/random.ts'
import { CHOICE, type House, type Tenant } from '../../scenarios/house.fixture.ts'
import { hostileCall, type HostileCall } from './calls.ts'
import { makeHonest, type Persons } from './honest.ts'
import { judge, type Answered } from './judge.ts'
import type { KnownIds } from './values.ts'

export interface Complaint {
  readonly number: number
  readonly call: Omit<HostileCall, 'endpoint'>
  readonly status: number
  readonly answer: string
  readonly wrong: readonly string[]
}

export interface AttackReport {
  readonly calls: number
  readonly byStatus: Readonly<Record<string, number>>
  /** How often each call of the API was made, and how often it was done. */
  readonly byEndpoint: ReadonlyMap<string, { readonly made: number; readonly done: number }>
  readonly slowestMs: number
  readonly complaints: readonly Complaint[]
}

const AT_ONCE = 8
/** The longest that any answer may take. */
const PATIENCE_MS = 5000
const COMPLAINTS_KEPT = 30

/** Sends so many generated calls of all roles to a house over HTTP and judges each answer. The same seed makes the same calls. */
export async function attack(
  house: House,
  options: { seed: string | number; calls: number },
): Promise<AttackReport> {
  const random = randomFrom(options.seed)
  const tenants = [await house.tenant(), await house.tenant()] as const
  const honest = await makeHonest(house, tenants, Math.min(10, Math.ceil(options.calls / 2000)))
  const callers = createCallers(house, tenants[0], honest.owners)
  const ids = await readIds(house)
  const byStatus: Record<string, number> = {}
  const byEndpoint = new Map(endpoints.map((one) => [`${one.method} ${one.path}`, { made: 0, done: 0 }]))
  const complaints: Complaint[] = []
  const slow: Complaint[] = []
  const base = `http://127.0.0.1:${house.world.running.port}`
  let slowestMs = 0
  let made = 0

  async function one(): Promise<void> {
    const number = (made += 1)
    // Drawn before the first await, so that the order of answers changes no call.
    // Each once, wherever that leaves: drawn by lot alone, one of some hundred is missed every now and then.
    const among = number <= endpoints.length ? endpoints.slice(number - 1, number) : endpoints
    const { endpoint, ...call } = hostileCall(random, among, callers.roles, ids, honest.byCall)
    const answer = await send(base, call, callers.tokenOf(call.role))
    byStatus[answer.status] = (byStatus[answer.status] ?? 0) + 1
    const count = byEndpoint.get(`${endpoint.method} ${endpoint.path}`)
    if (count) {
      count.made += 1
      if (answer.status < 400) count.done += 1
    }
    slowestMs = Math.max(slowestMs, answer.ms)
    const wrong = call.method === 'HEAD' ? [] : judge(answer, /\/(open|mapSM|test-lock)$/.test(endpoint.path))
    if (answer.ms > PATIENCE_MS)
      slow.push({
        number,
        call,
        status: answer.status,
        answer: `${Math.round(answer.ms)} ms`,
        wrong: ['took too long'],
      })
    if (wrong.length > 0 && complaints.length < COMPLAINTS_KEPT)
      complaints.push({ number, call, status: answer.status, answer: answer.text.slice(0, 500), wrong })
    if (answer.status === 401) await callers.signInAgain(call.role)
  }
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (made < options.calls) await one()
    }),
  )
  // Slow among eight at once on a busy machine may be the machine: it is asked again, alone and as if for the first time.
  for (const complaint of slow) {
    const { 'idempotency-key': _key, ...headers } = complaint.call.headers
    const again = await send(base, { ...complaint.call, headers }, callers.tokenOf(complaint.call.role))
    if (again.ms > PATIENCE_MS) complaints.push(complaint)
  }
  return { calls: made, byStatus, byEndpoint, slowestMs, complaints }
}

async function send(
  base: string,
  call: Omit<HostileCall, 'endpoint'>,
  token: string | undefined,
): Promise<Answered & { readonly ms: number }> {
  const begun = performance.now()
  const reply = await fetch(base + call.url, {
    method: call.method,
    headers: { ...call.headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    ...(call.body === undefined ? {} : { body: bytesOf(call.body, call.headers['content-type']) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(30_000),
  })
  const text = await reply.text()
  return {
    status: reply.status,
    contentType: reply.headers.get('content-type') ?? '',
    text,
    ms: performance.now() - begun,
  }
}

const bytesOf = (body: string, type = ''): string | Buffer<ArrayBuffer> =>
  type.startsWith('multipart/') ? Buffer.from(body, 'latin1') : body

function createCallers({ people, world }: House, tenant: Tenant, owners: Persons) {
  const persons: Persons = {
    superUser: people.sofia,
    admin: people.adam,
    staff: people.mara,
    client: tenant,
    individual: people.clara,
    legal: people.leo,
    ...owners,
  }
  const tokens = new Map<string, string | undefined>(
    Object.entries(persons).map(([role, { token }]) => [role, token]),
  )
  tokens
    .set('public', undefined)
    .set('forged', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.')
    .set('garbage', 'doc.x.y')
  return {
    // A superUser gets furthest.
    roles: [...tokens.keys().filter((role) => !(role in owners)), 'superUser', 'superUser', 'client'],
    tokenOf: (role: string) => tokens.get(role),
    /** A password that was changed, or a sign-out, ended the session: the caller comes again. */
    async signInAgain(role: string): Promise<void> {
      const person = persons[role]
      if (person)
        tokens.set(
          role,
          await world.running.modules.accounts.openSessionFor(person.id).catch(() => undefined),
        )
    },
  }
}

async function readIds(house: House): Promise<KnownIds> {
  const waiting = [await house.tenant(false), await house.tenant(false)]
  const { stockId, boxes } = house.stock
  const { clara, leo } = house.people
  const reserved: string[] = []
  for (const person of [clara, leo, waiting[0]!]) {
    const reply = await person.call(bookBox, { body: { stockId, boxId: house.freeBox().id, ...CHOICE } })
    reserved.push(reply.body.id)
  }
  const draft = await clara.call(previewLease, { body: { boxId: house.freeBox().id, ...CHOICE } })
  const { db } = house.world.running.platform
  const all = async (
    table: 'account' | 'contract' | 'document' | 'payment' | 'city' | 'role' | 'seller' | 'box_category',
  ): Promise<string[]> =>
    (await db.selectFrom(table).select('id').orderBy('id').limit(20).execute()).map((row) => row.id)
  return {
    user: await all('account'),
    stock: [stockId],
    box: [
      ...waiting.map((tenant) => tenant.boxId),
      ...boxes.slice(0, 4).map((box) => box.id),
      ...boxes.slice(-40).map((box) => box.id),
    ],
    contract: await all('contract'),
    document: await all('document'),
    payment: await all('payment'),
    city: await all('city'),
    role: await all('role'),
    seller: await all('seller'),
    category: await all('box_category'),
    reservation: reserved,
    draft: [draft.body.url.replace('/api/leases/preview/', '')],
  }
}

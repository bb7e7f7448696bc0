import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPerson, type NamedPerson } from '@stowage/server/testing/people'
import { createWorld, type World } from '@stowage/server/testing/world'
import { findFaults } from '../verify/find-faults.ts'
import { actions } from './random-history.actions.ts'
import { openScene, type Scene } from './random-history.scene.ts'

// A history of steps that chance chooses and a model foretells. A failure names its seed and step; the same seed goes the
// same way again: HISTORY_SEED=<seed> vitest run tools/scenarios/random-history.test.ts
const SEEDS =
  process.env['HISTORY_SEED'] === undefined
    ? Array.from({ length: 4 }, (_, index) => `history-${index + 1}`)
    : [process.env['HISTORY_SEED']]
const STEPS = Number(process.env['HISTORY_STEPS'] ?? 380)

let world: World
let sofia: NamedPerson

beforeAll(async () => {
  world = await createWorld({ config: { checkAnswers: false, unpaidBoxesPerAccount: 100 } })
  sofia = await createPerson(world, { email: 'sofia@stowage.example', platformRole: 'superUser' })
})
afterAll(async () => await world.close())

test.each(SEEDS)(
  '%s goes as foretold',
  async (seed) => {
    const scene = await openScene(world, sofia, seed)
    const total = actions.reduce((sum, [weight]) => sum + weight, 0)
    for (let step = 1; step <= STEPS; step += 1) {
      let left = scene.random.between(1, total)
      const [, name, run] = actions.find(([weight]) => (left -= weight) <= 0) ??
        actions[0] ?? [0, '', async () => undefined]
      scene.step = `${seed}, step ${step}: ${name}`
      await run(scene)
    }
    await check(scene)
    expect(scene.model.contracts.size).toBeGreaterThan(5)
  },
  120_000,
)

async function check(scene: Scene): Promise<void> {
  const { db, clock } = world.running.platform
  await world.settle()
  scene.model.settle(clock.now().epochMilliseconds)
  const { reservations, contracts, holders } = scene.model
  const statuses = (all: ReadonlyMap<string, { status: string }>): Map<string, string> =>
    new Map([...all].map(([id, { status }]) => [id, status]))
  expect(await held(scene), scene.step).toEqual({
    reservations: statuses(reservations),
    contracts: statuses(contracts),
    holders,
  })
  expect((await findFaults(db)).faults, scene.step).toEqual([])
  for (const { id } of scene.people) {
    const { rows } = await sql<{ money: number; bought: number }>`
      select (select coalesce(sum(amount), 0) from payment where account_id = ${id} and status = 'succeeded')::bigint as money,
             ((select coalesce(sum(paid), 0) from document where account_id = ${id}) - (select coalesce(sum(amount), 0) from ledger_entry where account_holder_id = ${id} and account = 'tenantCredit'))::bigint as bought`.execute(
      db,
    )
    const received = scene.received.get(id) ?? 0
    // I4: what came in has paid documents or is balance.
    expect(rows[0], scene.step).toEqual({ money: received, bought: received })
  }
  // I11: what was answered is what is invoiced.
  const invoiced = await db
    .selectFrom('document')
    .select(['contract_id', 'gross'])
    .where(
      'id',
      'in',
      [...contracts.values(), { documentId: '' }].map((contract) => contract.documentId),
    )
    .execute()
  expect(new Map(invoiced.map((row) => [row.contract_id, row.gross])), scene.step).toEqual(scene.promised)
}

/** What the database says, in the model's words. */
async function held(scene: Scene): Promise<unknown> {
  const { db } = world.running.platform
  const boxIds = scene.boxes.map((box) => box.id)
  const reservations = await db
    .selectFrom('reservation')
    .select(['id', 'status'])
    .where('box_id', 'in', boxIds)
    .execute()
  const contracts = await db
    .selectFrom('contract')
    .select(['id', 'status'])
    .where('box_id', 'in', boxIds)
    .execute()
  const claims = await db
    .selectFrom('box_claim')
    .select(['box_id as boxId', 'kind', 'holder_id as id'])
    .where('box_id', 'in', boxIds)
    .where('released_at', 'is', null)
    .execute()
  return {
    reservations: new Map(reservations.map((row) => [row.id, row.status])),
    contracts: new Map(contracts.map((row) => [row.id, row.status])),
    holders: new Map(claims.map(({ boxId, kind, id }) => [boxId, { kind, id }])),
  }
}

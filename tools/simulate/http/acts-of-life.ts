import { sql } from 'kysely'
import { activateSubscription, cancelSubscription } from '@stowage/api/subscriptions'
import { previewTransfer, transferContract } from '@stowage/api/contracts'
import { previewRises, serveRises } from '@stowage/api/rises'
import type { Act, Scene } from './scene.ts'

interface Running {
  readonly id: string
  readonly accountId: string
}

/** What happens to a contract in the middle of its life: another box, another rent, payments by themselves. */
export const actsOfLife: readonly Act[] = [
  [2, 'move', move],
  [2, 'raise the rent', raise],
  [2, 'pay by itself', subscribe],
  [1, 'pay by itself no more', unsubscribe],
]

async function aContract({ stage, random }: Scene): Promise<Running | undefined> {
  const { rows } = await sql<Running>`
    select id, account_id as "accountId" from contract where status = 'active' order by id`.execute(
    stage.connection.db,
  )
  return rows.length === 0 ? undefined : random.pick(rows)
}

/** What was shown before is what is done; the rest of the term has another price than was promised. */
async function move(scene: Scene): Promise<number | undefined> {
  const { stage, random, promised } = scene
  const contract = await aContract(scene)
  if (contract === undefined) return undefined
  const params = { stockId: stage.stock.stockId, contractId: contract.id }
  const boxId = random.pick(stage.stock.boxes).id
  const shown = await stage.as(stage.superUser, previewTransfer, { params, query: { boxId } })
  if (shown.code !== 0) return shown.code
  const { charged, credited, depositAsked, depositReturned } = shown.body
  const moved = await stage.as(stage.superUser, transferContract, {
    params,
    body: { boxId, shown: { charged, credited, depositAsked, depositReturned } },
  })
  if (moved.code === 0) promised.delete(contract.id)
  return moved.code
}

async function raise(scene: Scene): Promise<number | undefined> {
  const { stage, random, promised } = scene
  const contract = await aContract(scene)
  if (contract === undefined) return undefined
  const seen = await stage.as(stage.superUser, previewRises, {
    body: { contractIds: [contract.id], how: 'percent', percent: random.between(1, 12) },
  })
  const [one] = seen.code === 0 ? seen.body : []
  if (one === undefined || !one.period) return seen.code === 0 ? undefined : seen.code
  const served = await stage.as(stage.superUser, serveRises, {
    body: { items: [{ contractId: contract.id, rate: one.rate, from: one.period.from }] },
  })
  if (served.code === 0) promised.delete(contract.id)
  return served.code
}

/** The page pays what is owed and saves the card, which may be one that a bank declines later. */
async function subscribe(scene: Scene): Promise<number | undefined> {
  const { stage, random } = scene
  const contract = await aContract(scene)
  if (contract === undefined) return undefined
  const reply = await stage.as(contract.accountId, activateSubscription, {
    params: { contractId: contract.id },
    body: {},
  })
  const page = reply.code === 0 ? /\/bill\/([^/]+)/.exec(reply.body.redirectionUrl)?.[1] : undefined
  if (page !== undefined && random.next() < 0.9) await stage.cards.control.pay(page)
  return reply.code
}

async function unsubscribe(scene: Scene): Promise<number | undefined> {
  const contract = await aContract(scene)
  if (contract === undefined) return undefined
  return (
    await scene.stage.as(contract.accountId, cancelSubscription, { params: { contractId: contract.id } })
  ).code
}

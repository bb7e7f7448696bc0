import { sql } from 'kysely'
import { issuePenalty, payDocument, recordPayout } from '@stowage/api/billing'
import { bookBox, quoteBox } from '@stowage/api/booking'
import {
  cancelContract,
  closeContract,
  extendContract,
  giveNotice,
  planLeaving,
  previewClosing,
  withdrawNotice,
} from '@stowage/api/contracts'
import { updateStock } from '@stowage/api/stocks'
import { actsOfLife } from './acts-of-life.ts'
import type { Act, Scene } from './scene.ts'

const ZONE = 'Europe/Berlin'
export const dayOf = (scene: Scene): Temporal.PlainDate => scene.now.toZonedDateTimeISO(ZONE).toPlainDate()

interface Contract {
  readonly id: string
  readonly boxId: string
  readonly accountId: string
  readonly status: string
  readonly endDay: string | null
  readonly leaving: string | null
}
interface Open {
  readonly id: string
  readonly accountId: string
  readonly debt: number
  readonly isNumbered: boolean
  readonly isLate: boolean
}

/** What may happen on a day, by weight. Answers with a code of the catalogue are answers; whatever else is a fault. */
export const acts: readonly Act[] = [
  ...actsOfLife,
  [10, 'book', book],
  [8, 'mark as paid', async (scene) => await payBy(scene, 'manual')],
  [10, 'pay by card', async (scene) => await payBy(scene, 'paykeeper')],
  [3, 'a transfer of another sum', transfer],
  [2, 'money goes back', refund],
  [2, 'a message once more', repeat],
  [
    4,
    'extend',
    async (scene) =>
      await withContract(
        scene,
        nearEnd,
        async (one) =>
          (await scene.stage.as(one.accountId, extendContract, { params: { unitId: one.boxId }, body: {} }))
            .code,
      ),
  ],
  [3, 'give notice', notice],
  [
    2,
    'take a notice back',
    async (scene) =>
      await withContract(
        scene,
        ({ leaving }) => leaving !== null,
        async (one) =>
          (await scene.stage.as(one.accountId, withdrawNotice, { params: { unitId: one.boxId }, query: {} }))
            .code,
      ),
  ],
  [2, 'plan the leaving', plan],
  [2, 'close', async (scene) => await close(scene, () => true)],
  [5, 'close what has ended', async (scene) => await close(scene, ({ status }) => status === 'ended')],
  [3, 'pay out', payOut],
  [
    2,
    'first penalty',
    async (scene) =>
      await withContract(
        scene,
        () => true,
        async (one) =>
          (await scene.stage.as(scene.stage.superUser, issuePenalty, { body: { contractId: one.id } })).code,
      ),
  ],
  [
    1,
    'give a booking up',
    async (scene) =>
      await withContract(
        scene,
        () => true,
        async (one) =>
          (await scene.stage.as(one.accountId, cancelContract, { params: { contractId: one.id } })).code,
        ['pending'],
      ),
  ],
  [2, 'edit the stock', edit],
]

const nearEnd = ({ status, endDay }: Contract, today: Temporal.PlainDate): boolean =>
  status === 'ended' || (endDay !== null && today.until(endDay, { largestUnit: 'days' }).days <= 7)

async function contractsIn(scene: Scene, statuses: readonly string[]): Promise<Contract[]> {
  const { rows } = await sql<Contract>`
    select id, box_id as "boxId", account_id as "accountId", status, end_day::text as "endDay", planned_leave_day::text as leaving from contract where status = any(${[...statuses]}) order by id`.execute(
    scene.stage.connection.db,
  )
  return rows
}

async function withContract(
  scene: Scene,
  which: (contract: Contract, today: Temporal.PlainDate) => boolean,
  run: (contract: Contract) => Promise<number>,
  statuses: readonly string[] = ['active', 'ended'],
): Promise<number | undefined> {
  const today = dayOf(scene)
  const fitting = (await contractsIn(scene, statuses)).filter((contract) => which(contract, today))
  return fitting.length === 0 ? undefined : await run(scene.random.pick(fitting))
}

async function book(scene: Scene): Promise<number | undefined> {
  const { stage, random, promised } = scene
  const { rows } = await sql<{
    boxId: string
  }>`select box_id as "boxId" from box_claim where released_at is null`.execute(stage.connection.db)
  const taken = new Set(rows.map(({ boxId }) => boxId))
  const free = stage.stock.boxes.filter(({ id }) => !taken.has(id))
  // Now and then one that somebody holds.
  const box =
    random.next() < 0.05 ? random.pick(stage.stock.boxes) : free.length === 0 ? undefined : random.pick(free)
  if (box === undefined) return undefined
  const accountId = random.pick(stage.tenants)
  const months = random.pick([1, 1, 2, 3, 3, 6, 11])
  const choice = {
    arrivalDate: dayOf(scene)
      .add({ days: random.pick([0, 0, 1, 5, 29]) })
      .toString(),
    contractDuration: months,
    invoicingPeriod: random.pick([1, months]),
  }
  const isInsured = random.next() < 0.5
  const quoted = await stage.as(stage.superUser, quoteBox, {
    params: { id: box.id },
    query: {
      arrivalDate: choice.arrivalDate,
      contractDuration: String(choice.contractDuration),
      invoicingPeriod: String(choice.invoicingPeriod),
      insurance: isInsured ? 'true' : 'false',
      userId: accountId,
    },
  })
  const booked = await stage.as(stage.superUser, bookBox, {
    body: {
      ...choice,
      stockId: stage.stock.stockId,
      boxId: box.id,
      userId: accountId,
      ...(isInsured ? { insuranceSchemeId: 'standard' } : {}),
      paymentMethod: random.pick(['manual', 'paykeeper', 'paykeeper', 'bankTransfer']),
      ...(quoted.code === 0 ? { expectedTotal: quoted.body.total } : {}),
    },
  })
  if (booked.code !== 0) return booked.code
  if (quoted.code !== 0 || quoted.body.total !== booked.body.total)
    throw new Error(`I11: quoted ${quoted.raw}, booked ${booked.raw}`)
  // The same person who books the same box again while it is pending gets the same contract, at its first price.
  if (!promised.has(booked.body.id))
    promised.set(
      booked.body.id,
      new Map([
        [quoted.body.startDate, quoted.body.total],
        ...quoted.body.next.map(({ day, amount }) => [day, amount] as const),
      ]),
    )
  return 0
}

async function openDocuments({ stage, now }: Scene): Promise<Open[]> {
  const { rows } = await sql<Open>`
    select id, account_id as "accountId", (gross - paid)::bigint as debt, number is not null as "isNumbered", due_on < (${now.toString()}::timestamptz at time zone ${ZONE})::date as "isLate"
      from document where status = 'open' and kind <> 'credit_note' order by due_on, id`.execute(
    stage.connection.db,
  )
  return rows
}

/** The first that are due are paid first, mostly; some people never remember. */
async function aDebt(scene: Scene): Promise<Open | undefined> {
  const open = (await openDocuments(scene)).filter(
    ({ isNumbered, isLate }) => !isNumbered || isLate || scene.random.next() < 0.6,
  )
  return open.length === 0 ? undefined : scene.random.pick(open.slice(0, 6))
}

async function payBy(scene: Scene, processor: 'manual' | 'paykeeper'): Promise<number | undefined> {
  const { stage, random } = scene
  const open = await aDebt(scene)
  if (open === undefined) return undefined
  const payer = processor === 'manual' ? stage.superUser : open.accountId
  const presses = random.next() < 0.2 ? 2 : 1
  const replies = await Promise.all(
    Array.from(
      { length: presses },
      async () => await stage.as(payer, payDocument, { body: { documentId: open.id, processor } }),
    ),
  )
  const [reply] = replies
  if (reply === undefined || reply.code !== 0 || processor === 'manual') return reply?.code
  const page = /\/bill\/([^/]+)/.exec(reply.body.redirectionUrl ?? '')?.[1]
  if (page === undefined || random.next() < 0.1) return 0
  // The news comes at once, twice, late, or only when it is asked for; the card may be refused before.
  if (random.next() < 0.1) stage.cards.control.decline(page)
  else
    await stage.cards.control.pay(page, {
      mode: random.pick(['normal', 'twice', 'late', 'never', 'outOfOrder']),
    })
  return 0
}

async function transfer(scene: Scene): Promise<number | undefined> {
  const { stage, random } = scene
  const open = (await openDocuments(scene)).filter(({ isNumbered }) => isNumbered)
  if (open.length === 0) return undefined
  const { id, accountId, debt } = random.pick(open)
  await stage.order('transfer', {
    reference: `document:${id}`,
    accountId,
    stockId: stage.stock.stockId,
    amount: random.pick([random.between(1, debt), debt + random.between(1, 9999)]),
    currency: 'EUR',
    createdById: stage.superUser,
  })
  return 0
}

const taken = ({ stage }: Scene) =>
  stage.cards.control.payments().filter(({ status }) => status === 'success' || status === 'obtained')

async function refund(scene: Scene): Promise<number | undefined> {
  const payments = taken(scene).filter(
    ({ amount, refunded, status }) => refunded < amount && status === 'success',
  )
  if (payments.length === 0) return undefined
  const { id, amount, refunded } = scene.random.pick(payments)
  const left = amount - refunded
  scene.stage.cards.control.refund(id, scene.random.next() < 0.5 ? left : scene.random.between(1, left))
  return await Promise.resolve(0)
}

async function repeat(scene: Scene): Promise<number | undefined> {
  const payments = taken(scene)
  if (payments.length === 0) return undefined
  await scene.stage.cards.control.deliverAgain(scene.random.pick(payments).id)
  return 0
}

async function notice(scene: Scene): Promise<number | undefined> {
  const today = dayOf(scene)
  return await withContract(scene, nearEnd, async ({ accountId, boxId }) => {
    const day = today.add({ days: scene.random.between(0, 6) })
    const leaveDate = `${String(day.day).padStart(2, '0')}/${String(day.month).padStart(2, '0')}/${day.year} 23:00`
    return (await scene.stage.as(accountId, giveNotice, { params: { unitId: boxId }, body: { leaveDate } }))
      .code
  })
}

async function plan(scene: Scene): Promise<number | undefined> {
  return await withContract(
    scene,
    () => true,
    async ({ id }) => {
      const plannedLeaveDate =
        scene.random.next() < 0.3
          ? null
          : dayOf(scene)
              .add({ days: scene.random.between(0, 40) })
              .toString()
      const params = { stockId: scene.stage.stock.stockId, contractId: id }
      return (
        await scene.stage.as(scene.stage.superUser, planLeaving, { params, body: { plannedLeaveDate } })
      ).code
    },
  )
}

/** What was shown before is what is done. */
async function close(scene: Scene, which: (contract: Contract) => boolean): Promise<number | undefined> {
  const { stage } = scene
  return await withContract(scene, which, async ({ id }) => {
    const params = { stockId: stage.stock.stockId, contractId: id }
    const shown = await stage.as(stage.superUser, previewClosing, { params })
    if (shown.code !== 0) return shown.code
    const { charged, credited, deposit, owed, payout } = shown.body
    const closed = await stage.as(stage.superUser, closeContract, {
      params,
      body: { shown: { charged, credited, deposit, owed, payout } },
    })
    return closed.code
  })
}

async function payOut(scene: Scene): Promise<number | undefined> {
  const { stage, random } = scene
  const { rows } = await sql<{ accountId: string; credit: number }>`
    select account_holder_id as "accountId", (-sum(amount))::bigint as credit from ledger_entry where account = 'tenantCredit' group by 1 having sum(amount) < 0 order by 1`.execute(
    stage.connection.db,
  )
  if (rows.length === 0) return undefined
  const { accountId, credit } = random.pick(rows)
  const reply = await stage.as(stage.superUser, recordPayout, {
    params: { userId: accountId },
    body: {
      stockId: stage.stock.stockId,
      amount: random.pick([credit, random.between(1, credit), credit + 1]),
      method: 'bankTransfer',
      paidOn: dayOf(scene).toString(),
    },
  })
  return reply.code
}

async function edit(scene: Scene): Promise<number | undefined> {
  const { stage, random } = scene
  const body = random.pick([
    { discount: random.pick([0, 2.5, 5, 12]) },
    { insuranceMonthlyAmount: random.between(100, 900) },
    { invoiceNotPaidFeePercent: random.pick([0, 0.1, 0.33, 5]) },
    { daysWithoutFee: random.between(0, 10) },
    { depositMonths: random.between(0, 2) },
    { refundUnusedTime: random.next() < 0.7 },
  ])
  return (await stage.as(stage.superUser, updateStock, { params: { id: stage.stock.stockId }, body })).code
}

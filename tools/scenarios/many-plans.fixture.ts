import { sql } from 'kysely'
import { money, type Currency } from '@stowage/domain/money'
import type { Random } from '../demo/random.ts'
import type { Database } from '@stowage/server/platform/database/connect'
import { newId } from '@stowage/server/platform/ids'
import { createSmallStock, createTenant, type SmallStock } from '@stowage/server/testing/small-stock'
import type { World } from '@stowage/server/testing/world'
import { openPlan } from '@stowage/server/modules/billing/open-plan'
import { settlePayment } from '@stowage/server/modules/billing/settle-payment'

const day = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text)

export interface ManyPlans {
  readonly stocks: readonly SmallStock[]
  readonly accounts: readonly string[]
}

/** Two stocks on two sides of the date line and a few tenants. */
export async function openStocks(world: World, zones: readonly string[], tenants = 5): Promise<ManyPlans> {
  const { platform, modules } = world.running
  const stocks: SmallStock[] = []
  for (const [index, timeZone] of zones.entries())
    stocks.push(
      await createSmallStock(
        { platform, catalog: modules.catalog },
        {
          stock: {
            code: `Z${index}`,
            timeZone,
            vat: [
              { validFrom: day('2020-01-01'), legalPercent: 19, individualPercent: 7 },
              { validFrom: day('2027-02-01'), legalPercent: 22, individualPercent: 9 },
            ],
          },
          boxes: [],
        },
      ),
    )
  const accounts: string[] = []
  for (let index = 0; index < tenants; index += 1) accounts.push(await createTenant(platform))
  return { stocks, accounts }
}

export interface PlanWish {
  readonly contractId: string
  readonly stock: number
  readonly account: number
  readonly startDay: string
  readonly durationMonths: number | null
  readonly periodMonths: number
  readonly rate: number
  /** Of the first document, in parts of its gross: 1 is paid to the cent, more is surplus, less leaves it open. */
  readonly paid: number
  readonly isLegal?: boolean
  readonly hasInsurance?: boolean
  readonly depositMonths?: number
  readonly perMonth?: number
  /** The contract ends inside a period. */
  readonly endDay?: string
}

/** Plans of all kinds, the same for the same chance. */
export function drawPlans(random: Random, count: number, from = '2026-10-15'): PlanWish[] {
  return Array.from({ length: count }, (_, index) => {
    const startDay = day(from).add({ days: random.between(0, 45) })
    const durationMonths = random.next() < 0.2 ? null : random.between(2, 11)
    return {
      contractId: `contract ${String(index).padStart(4, '0')}`,
      stock: random.between(0, 1),
      account: random.between(0, 4),
      startDay: startDay.toString(),
      durationMonths,
      periodMonths: durationMonths === null ? 1 : random.pick([1, 1, 1, 2, 3]),
      rate: random.next() < 0.1 ? 0 : random.between(1, 30_000),
      paid: random.pick([1, 1, 1, 0.3, 1.7, 4]),
      isLegal: random.next() < 0.3,
      hasInsurance: random.next() < 0.4,
      depositMonths: random.between(0, 2),
      perMonth: random.pick([0, 0, 2, 50, 100]),
      ...(durationMonths === null && random.next() < 0.5
        ? { endDay: startDay.add({ days: random.between(20, 90) }).toString() }
        : {}),
    }
  })
}

/** Opens a plan through the use cases, with its first document paid as wished. */
export async function openWished(
  world: World,
  { stocks, accounts }: ManyPlans,
  wish: PlanWish,
): Promise<void> {
  const { platform, modules } = world.running
  const stock = stocks[wish.stock]!
  const terms = await modules.catalog.stockTerms(stock.stockId)
  const currency: Currency = 'EUR'
  const at = platform.clock.now()
  const documentId = newId()
  const startDay = day(wish.startDay)
  await platform.transact(async (tx) => {
    const opened = await openPlan(tx, {
      documentId,
      contractId: wish.contractId,
      accountId: accounts[wish.account]!,
      stockId: stock.stockId,
      sellerId: stock.sellerId,
      terms: {
        rate: money(wish.rate, currency),
        discount: { kind: 'stock', percentPerMonth: wish.perMonth ?? 0 },
        vatClass: wish.isLegal === true ? 'legal' : 'individual',
        vatPercent: [{ validFrom: null, percent: wish.isLegal === true ? 19 : 7 }],
        insurance:
          wish.hasInsurance === true
            ? { monthly: money(499, currency), coverage: money(100_000, currency), taxPercent: 19 }
            : null,
        depositMonths: wish.depositMonths ?? 0,
        startDay,
        durationMonths: wish.durationMonths,
        periodMonths: wish.periodMonths,
      },
      endDay:
        wish.endDay === undefined
          ? wish.durationMonths === null
            ? null
            : startDay.add({ months: wish.durationMonths })
          : day(wish.endDay),
      snapshot: {
        seller: terms!.seller,
        buyer: {
          name: 'A. Tenant',
          addressLines: [],
          country: 'DE',
          taxNumber: null,
          vatId: null,
          email: 'a@tenants.example',
          phone: null,
        },
        contractNumber: wish.contractId,
        unitNumber: 'YA001',
        size: 2,
        unit: 'm2',
        stockName: 'Berlin',
        stockAddress: 'Lagerstr. 5',
        stockCode: terms!.code,
        timeZone: terms!.timeZone,
      },
      issuedOn: startDay,
      firstDueOn: startDay,
      at,
    })
    const amount = Math.floor(opened.first.totals.gross.amount * wish.paid)
    if (amount > 0)
      await settlePayment(tx, {
        paymentId: `payment ${wish.contractId}`,
        documentId,
        amount: money(amount, currency),
        processor: 'manual',
        at,
      })
  })
}

/** Everything that billing has written, by names that are the same in every database. */
export async function allRows(db: Database): Promise<Record<string, unknown[]>> {
  const names = sql`
    with place as (select id, row_number() over (order by id) as place from account),
    named as (select d.*, d.contract_id || ' ' || d.period_from as name, s.code as stock, p.place as holder
                from document d join stock s on s.id = d.stock_id join place p on p.id = d.account_id)`
  const ask = async (rest: ReturnType<typeof sql>): Promise<unknown[]> =>
    (await sql<{ row: unknown }>`${names} select to_jsonb(x) as row from (${rest}) x`.execute(db)).rows.map(
      ({ row }) => row,
    )
  return {
    documents: await ask(sql`
      select name, stock, holder, kind, number, status, period_to, issued_on, due_on, accounting_date, document_date, currency, net, vat, gross, paid, paid_at is null as unpaid, snapshot->>'stockCode' as code
        from named order by name`),
    lines: await ask(sql`
      select n.name, l.position, l.kind, l.quantity, l.unit_net, l.discount_percent, l.discount, l.net, l.vat_percent, l.vat, l.gross, l.explanation
        from document_line l join named n on n.id = l.document_id order by 1, 2`),
    entries: await ask(sql`
      select n.name, n.holder, e.reason, e.position, e.account, e.payment_id, e.currency, e.amount, e.business_day, e.contract_id
        from ledger_entry e left join named n on n.id = e.document_id order by e.reason, e.payment_id, n.name, e.account, e.amount, e.position`),
    settlements: await ask(sql`
      select n.name, s.payment_id, s.amount, s.currency from settlement s join named n on n.id = s.document_id order by 1, 2, 3`),
    plans: await ask(sql`
      select contract_id, billed_until, next_issue_on, parked_reason, parked_tries, retry_on from billing_plan order by 1`),
    series: await ask(sql`
      select s.code, kind, year, last_number from document_series d join stock s on s.id = d.stock_id order by 1, 2, 3`),
    events: await ask(sql`
      select e.aggregate, e.type, n.name, e.payload->>'paymentId' as payment from event e join named n on n.id = e.payload->>'documentId' order by e.aggregate, e.id`),
  }
}

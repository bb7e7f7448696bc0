import { money } from '@stowage/domain/money'
import { main } from '@stowage/server/main'
import { issueDueInvoices } from '@stowage/server/modules/billing/issue-due-invoices'
import { readConfig } from '@stowage/server/platform/config'
import { sql } from 'kysely'
import { randomFrom } from '../../demo/random.ts'

// A server that lives through nights, one after another, until it is killed: it bills, and meanwhile takes payments. What it has
// promised it says aloud, a line each; a pipe keeps what was said before the end.
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const { FROM = '', UNTIL = '', STEP = '1', PAYMENTS = '100', SEED = '' } = process.env
/** Small, so that there are many transactions to be killed in. */
const BATCH = 20

const running = await main(readConfig(process.env), { manual: true, webFolder: '/nowhere' })
const { platform, modules } = running
// What people are told has drills of its own.
modules.messaging.mute(true)
say('open')
const until = Temporal.PlainDate.from(UNTIL)
for (
  let day = Temporal.PlainDate.from(FROM);
  Temporal.PlainDate.compare(day, until) <= 0;
  day = day.add({ days: Number(STEP) })
) {
  say(`night ${day.toString()}`)
  await running.moveClock({ offsetMs: Date.parse(`${day.toString()}T23:30:00Z`) - Date.now() })
  await Promise.all([issueDueInvoices(platform, BATCH), takePayments(day)])
  await running.settle()
  say(`done ${day.toString()}`)
}
await running.close()
say('end')

/** Most pay what they owe, some a part of it, some too much, some next time. */
async function takePayments(day: Temporal.PlainDate): Promise<void> {
  const random = randomFrom(`${SEED} ${day.toString()}`)
  const { rows } = await sql<{ id: string; accountId: string; stockId: string; debt: number }>`
    select id, account_id as "accountId", stock_id as "stockId", gross - paid as debt from document
     where status = 'open' and number is not null and kind = 'invoice' and due_on <= ${day.toString()}::date order by due_on, id limit ${Number(PAYMENTS)}`.execute(
    platform.db,
  )
  for (const { id, accountId, stockId, debt } of rows) {
    if (random.next() < 0.15) continue
    const amount = random.pick([debt, debt, debt, Math.ceil(debt / 2), debt + 1500])
    const { paymentId } = await platform.transact(
      async (tx) =>
        await modules.payments.recordManual(tx, {
          reference: `document:${id}`,
          accountId,
          stockId,
          amount: money(amount, 'EUR'),
          createdById: accountId,
          at: platform.clock.now(),
        }),
    )
    say(`paid ${paymentId} ${id} ${amount}`)
  }
}

import { reminderStep } from '@stowage/domain/reminder'
import { machineNow } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { type Pace, unpaced } from '../../platform/pace/pacer.ts'
import type { Platform } from '../../platform/platform.ts'
import { workRows } from '../../platform/rows-of-job.ts'
import { accountForBooking } from '../accounts/index.ts'
import { insertMail, lockReminders } from './mail-store.ts'
import { dueReminders, reminderKey } from './reminder-view.ts'

/** In one run; the next one comes soon. */
const AT_ONCE = 2000

/**
 * Writes the reminders of unpaid invoices, before and after their due days, as each stock says; in the tenant's language, by
 * day at the stock. Each step of an invoice is written once, whoever runs this and how often; of steps that were missed the
 * last one is sent for some days, and one that is paid before its mail goes out is not sent (see compose-mail.ts).
 * One that fails is put off, and the others go on.
 * @returns how many were written
 */
export async function remindOfInvoices(
  { transact, db, clock, log }: Pick<Platform, 'transact' | 'db' | 'clock' | 'log'>,
  stopping?: AbortSignal,
  pace: Pace = unpaced,
): Promise<number> {
  let written = 0
  const write = async (documentId: string): Promise<void> => {
    written += await transact(async (tx) => await remind(tx, documentId, clock.now()))
  }
  await workRows(
    { db, log },
    {
      job: 'remind-of-invoices',
      find: async (turn) => await dueReminders(db, clock.now(), { limit: AT_ONCE, turn }),
      keyOf: ({ documentId }) => documentId,
      work: async ({ documentId }) => await write(documentId),
      stopping,
      pace,
    },
  )
  pace.done()
  return written
}

async function remind(tx: Tx, documentId: string, at: Temporal.Instant): Promise<number> {
  // Staff may press the button at this moment: then one of the two mails is enough.
  await lockReminders(tx, documentId)
  const [due] = await dueReminders(tx, at, { limit: 1, documentId })
  if (!due) return 0
  const step = reminderStep(
    due,
    { dueDay: Temporal.PlainDate.from(due.dueOn), issuedOn: Temporal.PlainDate.from(due.issuedOn) },
    Temporal.PlainDate.from(due.today),
  )
  const account = step === null ? undefined : await accountForBooking(tx, due.accountId)
  if (step === null || !account) return 0
  await insertMail(tx, {
    naturalKey: reminderKey(documentId, step),
    kind: 'invoiceReminder',
    recipient: account.email,
    accountId: account.id,
    stockId: due.stockId,
    documentId,
    language: account.language,
    data: { documentId },
    at,
    due: machineNow(),
  })
  return 1
}

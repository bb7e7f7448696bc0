import { machineNow } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { type Pace, unpaced } from '../../platform/pace/pacer.ts'
import type { Platform } from '../../platform/platform.ts'
import { insertMails } from './mail-store.ts'
import type { MailKind } from './mails/index.ts'
import { endingContracts, endingReservations, newInvoices, type News } from './news-view.ts'

/** Of each kind: what there is to tell, and under which name its mail finds it again. */
const sources: readonly (readonly [
  kind: MailKind,
  find: (db: Platform['db'], now: Temporal.Instant) => Promise<News[]>,
  name: string,
])[] = [
  ['reservationEnding', endingReservations, 'reservationId'],
  ['contractEnding', endingContracts, 'contractId'],
  ['invoiceIssued', newInvoices, 'documentId'],
]

/**
 * Job: writes the mails of what no deed tells: a reservation or a contract that will end, and new invoices, of which a billing night
 * makes thousands: one statement for as many as the pace lets it be, not one handling each. Keys of nature make twice once, whoever runs this
 * beside another. What has changed until a mail goes is seen then (see news-mails.ts).
 * @returns how many were found
 */
export async function writeNews(
  { db, clock, transact }: Pick<Platform, 'db' | 'clock' | 'transact'>,
  pace: Pace = unpaced,
): Promise<number> {
  let found = 0
  for (const [kind, find, name] of sources) {
    const at = clock.now()
    const news = await find(db, at)
    found += news.length
    if (news.length === 0) continue
    const mails = news.map(({ subjectId, key, accountId, email, language, stockId }) => ({
      id: newId(),
      naturalKey: `${kind}:${key}`,
      kind,
      recipient: email,
      accountId,
      stockId,
      documentId: kind === 'invoiceIssued' ? subjectId : null,
      language,
      data: { [name]: subjectId, key },
      at,
      due: machineNow(),
    }))
    while (mails.length > 0)
      await pace.step(mails.length, async (pieces) => {
        const next = mails.splice(0, pieces)
        await transact(async (tx) => await insertMails(tx, next))
      })
  }
  pace.done()
  return found
}

import { machineNow } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { on, type Handler } from '../../platform/events/dispatcher.ts'
import { newId } from '../../platform/ids.ts'
import { type Pace, unpaced } from '../../platform/pace/pacer.ts'
import type { Platform } from '../../platform/platform.ts'
import { workRows } from '../../platform/rows-of-job.ts'
import { accountForBooking } from '../accounts/index.ts'
import { riseAnnounced, serveRise } from '../billing/index.ts'
import { insertMail } from './mail-store.ts'
import { unservedRises, type UnservedRise } from './rise-mail-view.ts'

/** Serves notices of a new rent as soon as they are announced. While mails are muted nothing is served. */
export function riseHandler(platform: Platform, isMuted: () => boolean): Handler {
  return on(riseAnnounced, 'mail rent rise', async (tx, { payload }) => {
    if (!isMuted()) await serve(platform, tx, payload)
  })
}

/** Serves what was announced while mails were muted. One that fails is put off, and the others go on. */
export async function serveRises(
  platform: Platform,
  stopping?: AbortSignal,
  pace: Pace = unpaced,
): Promise<void> {
  await workRows(platform, {
    job: 'serve-rises',
    find: async (turn) => await unservedRises(platform.db, turn),
    keyOf: ({ riseId }) => riseId,
    work: async (rise) => await platform.transact(async (tx) => await serve(platform, tx, rise)),
    stopping,
    pace,
  })
  pace.done()
}

/**
 * The mail that tells a new rent, in the tenant's language, and the new rate in the plan are rows of one transaction, so that no
 * rent rises without a mail that says so. Served already, or no more possible: nothing is written.
 */
async function serve(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  { riseId, accountId, stockId }: UnservedRise,
): Promise<void> {
  const account = await accountForBooking(tx, accountId)
  if (!account) return
  const [id, at] = [newId(), clock.now()]
  if (!(await serveRise(tx, riseId, { mailId: id, at }))) return
  await insertMail(tx, {
    id,
    naturalKey: `rentRise:${riseId}`,
    kind: 'rentRise',
    recipient: account.email,
    accountId: account.id,
    stockId,
    documentId: null,
    language: account.language,
    data: { riseId },
    at,
    due: machineNow(),
  })
}

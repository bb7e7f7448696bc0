import { bookBox } from '@stowage/api/booking'
import { payDocument } from '@stowage/api/billing'
import { main } from '@stowage/server/main'
import type { Config } from '@stowage/server/platform/config'
import { createPerson } from '@stowage/server/testing/person'
import { createSmallCompany, createSmallStock } from '@stowage/server/testing/small-stock'
import type { Patterns } from './grow-company.ts'
import { accountMaker } from './make-account.ts'

export const SUPER_EMAIL = 'super@stowage.example'
export const PASSWORD = 'stowage-demo'

/** On an empty database: a superUser, a stock with a box, a tenant who has rented and paid it; all by use cases. */
export async function makePatterns(config: Config): Promise<Patterns> {
  const running = await main({ ...config, port: 0, logLevel: 'warn' }, { manual: true })
  try {
    const { platform, modules } = running
    const account = await accountMaker(running, PASSWORD)
    const places = { platform, catalog: modules.catalog }
    await createSmallCompany(places, 1230)
    const { stockId, boxes } = await createSmallStock(places, {
      boxes: [{ unitNumber: 'YA001', size: 4, lockId: '1:01:01' }],
    })
    const superUserId = await account(SUPER_EMAIL, 'superUser')
    const accountId = await account('pattern@volume.example', 'client')
    const boss = createPerson(running.app, await modules.accounts.openSessionFor(superUserId))
    const boxId = boxes[0]?.id ?? ''
    const booked = await boss.call(bookBox, {
      body: {
        stockId,
        boxId,
        userId: accountId,
        arrivalDate: platform.clock.now().toString().slice(0, 10),
        contractDuration: 3,
        invoicingPeriod: 1,
        paymentMethod: 'manual',
      },
    })
    if (booked.status !== 200) throw new Error(`no contract: ${booked.raw}`)
    const paid = await boss.call(payDocument, {
      body: { documentId: booked.body.documentId, processor: 'manual' },
    })
    if (paid.status !== 200) throw new Error(`not paid: ${paid.raw}`)
    await running.settle()
    return { stockId, boxId, accountId, contractId: booked.body.id, superUserId }
  } finally {
    await running.close()
  }
}

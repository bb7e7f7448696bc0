import { payDocument } from '@stowage/api/billing'
import { bookBox } from '@stowage/api/booking'
import { createPerson, type NamedPerson, type People } from './people.ts'
import { openPeopledWorld } from './peopled-world.ts'
import { createSmallStock, type SmallStock } from './small-stock.ts'
import type { World } from './world.ts'

export interface LetBox {
  readonly tenant: NamedPerson
  readonly contractId: string
  readonly documentId: string
  readonly unitNumber: string
}

export interface TwoCities {
  readonly world: World
  readonly people: People
  /** Staff with the right to the desk who work in Berlin only. */
  readonly bert: NamedPerson
  /** EUR, Europe/Berlin. */
  readonly berlin: SmallStock
  /** RUB, Europe/Moscow, two hours ahead in winter. */
  readonly moscow: SmallStock
  /** A superUser lets the next free box from today, billed month by month; the first month is paid unless not wanted. */
  rent(stock: SmallStock, tenant: NamedPerson, wish?: { months?: number; isPaid?: boolean }): Promise<LetBox>
}

/** Two stocks with boxes of 1, 2, 3 … m² at 10.00 a square metre and month, plus 20 % VAT, in two currencies and time zones. */
export async function openTwoCities(): Promise<TwoCities> {
  const { world, people } = await openPeopledWorld()
  const { platform, modules } = world.running
  await platform.transact(async (tx) => {
    await modules.catalog.setCompany(tx, { actorId: null }, { name: 'Stowage Test' })
    await modules.catalog.createCategory(
      tx,
      { actorId: null },
      {
        name: 'All',
        alias: 'all',
        description: 'All sizes',
        minSize: 0.5,
        maxSize: 92,
        prices: { EUR: 1000, RUB: 1000 },
      },
    )
  })
  const vat = [{ validFrom: Temporal.PlainDate.from('2020-01-01'), legalPercent: 20, individualPercent: 20 }]
  const made = async (
    name: string,
    code: string,
    timeZone: string,
    currency: 'EUR' | 'RUB',
    prefix: string,
  ) =>
    await createSmallStock(
      { platform, catalog: modules.catalog },
      {
        // Nothing is charged or mailed here by itself: what is owed and who was told is what the test says.
        stock: { name, code, timeZone, currency, vat, remindDaysBefore: [], remindDaysAfter: [] },
        boxes: Array.from({ length: 16 }, (_, index) => ({
          unitNumber: `${prefix}${String(index + 1).padStart(3, '0')}`,
          size: index + 1,
        })),
      },
    )
  const berlin = await made('Berlin', 'BER', 'Europe/Berlin', 'EUR', 'YA')
  const moscow = await made('Moskau', 'MOW', 'Europe/Moscow', 'RUB', 'YB')
  const bert = await createPerson(world, {
    email: 'bert@stowage.example',
    firstName: 'Bert',
    lastName: 'Berlin',
    platformRole: 'staff',
    roleAlias: 'admin',
    stockId: berlin.stockId,
  })
  const taken = new Map<string, number>()
  return {
    world,
    people,
    bert,
    berlin,
    moscow,
    async rent(stock, tenant, { months = 3, isPaid = true } = {}) {
      const index = taken.get(stock.stockId) ?? 0
      taken.set(stock.stockId, index + 1)
      const box = stock.boxes[index]!
      const booked = await people.sofia.call(bookBox, {
        body: {
          stockId: stock.stockId,
          boxId: box.id,
          userId: tenant.id,
          arrivalDate: platform.clock.now().toZonedDateTimeISO('Europe/Berlin').toPlainDate().toString(),
          contractDuration: months,
          invoicingPeriod: 1,
          paymentMethod: 'manual',
        },
      })
      if (booked.status >= 400) throw new Error(`could not be let: ${booked.raw}`)
      const documentId = booked.body.documentId ?? ''
      if (isPaid) {
        const paid = await people.sofia.call(payDocument, { body: { documentId, processor: 'manual' } })
        if (paid.status >= 400) throw new Error(`could not be paid: ${paid.raw}`)
        await world.deliver()
      }
      return { tenant, contractId: booked.body.id, documentId, unitNumber: box.unitNumber }
    },
  }
}

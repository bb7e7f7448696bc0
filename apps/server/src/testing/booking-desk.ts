import { bookBox, previewLease } from '@stowage/api/booking'
import { createPerson, handInDocuments, type NamedPerson, type People } from './people.ts'
import { openPeopledWorld } from './peopled-world.ts'
import { createSmallCompany, createSmallStock, type SmallStock } from './small-stock.ts'
import type { World } from './world.ts'

/** What a body of a booking says in these tests. */
export const choice = { arrivalDate: '2026-11-21', contractDuration: 3, invoicingPeriod: 3 }

export interface BookingDesk {
  readonly world: World
  readonly people: People
  readonly stock: SmallStock
  readonly boxNamed: (unitNumber: string) => string
  /** A client who may sign. */
  readonly ready: (email: string) => Promise<NamedPerson>
  readonly sign: typeof signLease
  readonly book: (
    person: NamedPerson,
    boxId: string,
    over?: Record<string, unknown>,
  ) => ReturnType<typeof bookSigned>
}

/** A stock of forty boxes of 6.5 m² at 79.95 € a month, with insurance and a month's deposit, and people to book them. */
export async function openDesk(): Promise<BookingDesk> {
  const { world, people } = await openPeopledWorld()
  const { platform, modules } = world.running
  await createSmallCompany({ platform, catalog: modules.catalog }, 1230)
  const stock = await createSmallStock(
    { platform, catalog: modules.catalog },
    {
      stock: {
        maxContractDuration: 11,
        depositMonths: 1,
        insuranceMonthlyAmount: 490,
        insuranceCoverageAmount: 250_000,
        insuranceTaxPercent: 19,
      },
      boxes: Array.from({ length: 40 }, (_, index) => ({
        unitNumber: `YA${String(index + 1).padStart(3, '0')}`,
        size: 6.5,
        lockId: `1:01:${String(index + 1).padStart(2, '0')}`,
      })),
    },
  )
  return {
    world,
    people,
    stock,
    boxNamed: (unitNumber) => stock.boxes.find((box) => box.unitNumber === unitNumber)?.id ?? '',
    async ready(email) {
      const person = await createPerson(world, { email })
      await handInDocuments(person)
      return person
    },
    sign: signLease,
    book: async (person, boxId, over = {}) => await bookSigned(person, stock.stockId, boxId, over),
  }
}

/** What a page sends after the lease was shown and the name typed. */
async function signLease(person: NamedPerson, boxId: string) {
  const lease = await person.call(previewLease, { body: { boxId, ...choice } })
  if (lease.status >= 400) throw new Error(`the lease could not be shown: ${lease.raw}`)
  return { nameTyped: 'Clara Client', textVersion: lease.body.textVersion, textHash: lease.body.textHash }
}

const bookSigned = async (
  person: NamedPerson,
  stockId: string,
  boxId: string,
  over: Record<string, unknown>,
) =>
  await person.call(bookBox, {
    body: {
      stockId,
      boxId,
      ...choice,
      paymentMethod: 'bankTransfer',
      signature: await signLease(person, boxId),
      ...over,
    },
  })

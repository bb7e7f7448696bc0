import { listContractInvoices, payDocument } from '@stowage/api/billing'
import { bookBox } from '@stowage/api/booking'
import type { NewStock } from '../modules/catalog/index.ts'
import { newId } from '../platform/ids.ts'
import { createPerson, type NamedPerson, type People } from './people.ts'
import { openPeopledWorld } from './peopled-world.ts'
import { createSmallStock, type SmallStock } from './small-stock.ts'
import type { World, WorldOptions } from './world.ts'

export interface RunningContracts {
  readonly world: World
  readonly people: People
  readonly stock: SmallStock
  /** A stock that takes a month's deposit. */
  readonly depositStock: SmallStock
  /** One more stock, with settings of its own. */
  openStock(settings: Partial<NewStock>): Promise<SmallStock>
  tenant(): Promise<NamedPerson>
  /** A contract from 2026-11-21, of three months and paid at once unless said otherwise. */
  book(
    tenant: NamedPerson,
    wish?: {
      at?: SmallStock
      isPaid?: boolean
      invoicingPeriod?: 1 | 3 | 11
      months?: 3 | 11
      from?: string
    },
  ): Promise<{ id: string; documentId: string; stockId: string; boxId: string }>
  /** Marks everything that is owed on a contract as paid. */
  payAll(contractId: string): Promise<void>
}

/** Contracts that a superUser booked for somebody, at a stock without a deposit and at one with. */
export async function openContracts(options?: WorldOptions): Promise<RunningContracts> {
  const { world, people } = await openPeopledWorld(options)
  const { platform, modules } = world.running
  const boxes = Array.from({ length: 20 }, (_, index) => ({
    unitNumber: `YA${String(index + 1).padStart(3, '0')}`,
    size: 2,
    ownRate: 5000,
  }))
  const tools = { platform, catalog: modules.catalog }
  const stock = await createSmallStock(tools, { boxes })
  const depositStock = await createSmallStock(tools, { boxes, stock: { depositMonths: 1 } })
  let next = 0
  const pay = async (documentId: string): Promise<void> => {
    const paid = await people.sofia.call(payDocument, { body: { documentId, processor: 'manual' } })
    if (paid.status >= 400) throw new Error(`not paid: ${paid.raw}`)
  }
  return {
    world,
    people,
    stock,
    depositStock,
    openStock: async (settings) => await createSmallStock(tools, { boxes, stock: settings }),
    tenant: async () => await createPerson(world, { email: `${newId().toLowerCase()}@tenants.example` }),
    async book(
      tenant,
      { at = stock, isPaid = true, invoicingPeriod = 3, months = 3, from = '2026-11-21' } = {},
    ) {
      const boxId = at.boxes[next++]?.id ?? ''
      const booked = await people.sofia.call(bookBox, {
        body: {
          stockId: at.stockId,
          boxId,
          userId: tenant.id,
          arrivalDate: from,
          contractDuration: months,
          invoicingPeriod,
          paymentMethod: 'manual',
        },
      })
      if (booked.status >= 400) throw new Error(`not booked: ${booked.raw}`)
      const { id, documentId } = booked.body
      if (isPaid) {
        await pay(documentId ?? '')
        await world.deliver()
      }
      return { id, documentId: documentId ?? '', stockId: at.stockId, boxId }
    },
    async payAll(contractId) {
      const { body } = await people.sofia.call(listContractInvoices, { params: { contractId } })
      for (const { id, debt } of body) if (debt > 0) await pay(id)
      await world.deliver()
    },
  }
}

import * as accounts from '@stowage/api/accounts'
import { payDocument } from '@stowage/api/billing'
import { bookBox } from '@stowage/api/booking'
import { createPerson, handInDocuments, type NamedPerson, type People } from '@stowage/server/testing/people'
import type { SmallStock } from '@stowage/server/testing/small-stock'
import type { World } from '@stowage/server/testing/world'

export interface TenantWish {
  readonly paid?: boolean
  readonly verified?: boolean
  readonly arrivalDate?: string
  readonly period?: number
}

/** A verified tenant with a running contract of three months on a box, or a pending one. */
export async function tenantAt(
  { world, people, stock }: { world: World; people: People; stock: SmallStock },
  unitNumber: string,
  wish: TenantWish,
): Promise<NamedPerson> {
  const person = await createPerson(world, {
    email: `${unitNumber.toLowerCase()}@tenants.example`,
    platformRole: 'client',
  })
  await handInDocuments(person)
  await person.call(accounts.updateUser, { params: { id: person.id }, body: { isAgreedWithDocs: true } })
  if (wish.verified !== false)
    await people.sofia.call(accounts.updateUser, { params: { id: person.id }, body: { isKycVerified: true } })
  const booked = await people.sofia.call(bookBox, {
    body: {
      stockId: stock.stockId,
      boxId: stock.boxes.find((box) => box.unitNumber === unitNumber)?.id ?? '',
      arrivalDate: wish.arrivalDate ?? '2026-11-21',
      contractDuration: 3,
      invoicingPeriod: wish.period ?? 3,
      paymentMethod: 'manual',
      userId: person.id,
    },
  })
  if (booked.status >= 400) throw new Error(`not booked: ${booked.raw}`)
  if (wish.paid !== false)
    await people.sofia.call(payDocument, {
      body: { documentId: booked.body.documentId ?? '', processor: 'manual' },
    })
  await world.deliver()
  return person
}

import * as accounts from '@stowage/api/accounts'
import * as booking from '@stowage/api/booking'
import { must, type Desk } from './desk.ts'
import type { FilledBox, FilledStock } from './fill-stocks.ts'
import { answersOf, type DemoPerson } from './people.ts'
import { specimen } from './specimen.ts'

export interface Tenant {
  readonly person: DemoPerson
  /** His account. */
  readonly id: string
}

export async function handIn(desk: Desk, { id }: Tenant): Promise<void> {
  const self = await desk.as(id)
  const read = await self.call(accounts.me)
  must(read, 'an account could not be read')
  for (const kind of read.body.neededDocuments) {
    const file = { type: 'image/jpeg', base64: await specimen(kind) }
    must(
      await self.call(accounts.updateUser, { params: { id }, body: { [`${kind}File`]: file } }),
      'a document could not be handed in',
    )
  }
  must(
    await self.call(accounts.updateUser, { params: { id }, body: { isAgreedWithDocs: true } }),
    'the documents could not be agreed to',
  )
}

export async function verify(desk: Desk, { id }: Tenant): Promise<void> {
  must(
    await desk.superUser.call(accounts.updateUser, { params: { id }, body: { isKycVerified: true } }),
    'a profile could not be verified',
  )
}

/** Books and signs as the tenant does on the page. @returns the contract and its first document */
export async function rentAs(
  desk: Desk,
  { person, id }: Tenant,
  stock: FilledStock,
  box: FilledBox,
  wish: { months: number; period: number; insurance: boolean },
): Promise<{ contractId: string; documentId: string }> {
  const self = await desk.as(id)
  const choice = {
    arrivalDate: desk.dayAt(stock),
    contractDuration: wish.months,
    invoicingPeriod: wish.period,
  }
  const lease = await self.call(booking.previewLease, {
    body: { boxId: box.id, ...choice, insurance: wish.insurance },
  })
  must(lease, 'the lease could not be shown')
  const booked = await self.call(booking.bookBox, {
    body: {
      stockId: stock.id,
      boxId: box.id,
      ...choice,
      ...(wish.insurance ? { insuranceSchemeId: 'standard' } : {}),
      paymentMethod: 'bankTransfer',
      isAdult: true,
      ...answersOf(person, desk.random),
      signature: {
        // Who is bound by it: the company, where it is one's.
        nameTyped: person.company ?? `${person.firstName} ${person.lastName}`,
        textVersion: lease.body.textVersion,
        textHash: lease.body.textHash,
      },
    },
  })
  must(booked, `${box.unitNumber} could not be booked`)
  return { contractId: booked.body.id, documentId: booked.body.documentId ?? '' }
}

export async function reserve(desk: Desk, { id }: Tenant, stock: FilledStock, box: FilledBox): Promise<void> {
  const self = await desk.as(id)
  must(
    await self.call(booking.bookBox, {
      body: {
        stockId: stock.id,
        boxId: box.id,
        arrivalDate: desk.dayAt(stock, 6),
        contractDuration: 3,
        invoicingPeriod: 1,
        paymentMethod: 'none',
      },
    }),
    'a box could not be reserved',
  )
}

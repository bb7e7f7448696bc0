import * as accounts from '@stowage/api/accounts'
import * as booking from '@stowage/api/booking'
import { must, type Desk } from './desk.ts'
import type { FilledBox, FilledStock } from './fill-stocks.ts'

export async function handIn(desk: Desk, account: string, photo: string, verify: boolean): Promise<void> {
  const self = await desk.as(account)
  const read = await self.call(accounts.me)
  must(read, 'an account could not be read')
  for (const kind of read.body.neededDocuments) {
    const file = { type: 'image/jpeg', base64: photo }
    must(
      await self.call(accounts.updateUser, { params: { id: account }, body: { [`${kind}File`]: file } }),
      'a document could not be handed in',
    )
  }
  must(
    await self.call(accounts.updateUser, { params: { id: account }, body: { isAgreedWithDocs: true } }),
    'the documents could not be agreed to',
  )
  if (verify)
    must(
      await desk.superUser.call(accounts.updateUser, {
        params: { id: account },
        body: { isKycVerified: true },
      }),
      'a profile could not be verified',
    )
}

export async function rentAs(
  desk: Desk,
  account: string,
  stock: FilledStock,
  box: FilledBox,
  wish: { months: number; period: number; insurance: boolean; pay?: boolean },
): Promise<string> {
  const self = await desk.as(account)
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
      contactSource: 'internet',
      reason: 'ремонт',
      signature: {
        nameTyped: 'Анна Соколова',
        textVersion: lease.body.textVersion,
        textHash: lease.body.textHash,
      },
    },
  })
  must(booked, `${box.unitNumber} could not be booked`)
  if (wish.pay !== false) await desk.pay(booked.body.documentId ?? '')
  await desk.running.settle()
  return booked.body.id
}

export async function reserve(desk: Desk, account: string, stock: FilledStock, box: FilledBox) {
  const self = await desk.as(account)
  const reserved = await self.call(booking.bookBox, {
    body: {
      stockId: stock.id,
      boxId: box.id,
      arrivalDate: desk.dayAt(stock, 6),
      contractDuration: 3,
      invoicingPeriod: 1,
      paymentMethod: 'none',
    },
  })
  must(reserved, 'a box could not be reserved')
  return reserved
}

/** A two months' term that ends so many days from today. */
export async function endingIn(
  desk: Desk,
  account: string,
  stock: FilledStock,
  box: FilledBox,
  days: number,
): Promise<void> {
  const end = Temporal.Now.plainDateISO('UTC').add({ days })
  await desk.at(
    -Temporal.Now.plainDateISO('UTC').since(end.subtract({ months: 2 }), { largestUnit: 'days' }).days,
  )
  await rentAs(desk, account, stock, box, { months: 2, period: 2, insurance: false })
}

export async function freeBoxes(desk: Desk, stock: FilledStock): Promise<FilledBox[]> {
  const taken = await desk.running.platform.db
    .selectFrom('box_claim')
    .select('box_id')
    .where('stock_id', '=', stock.id)
    .where('released_at', 'is', null)
    .execute()
  const held = new Set(taken.map((row) => row.box_id))
  return stock.boxes.filter((box) => !held.has(box.id) && box.drawn.size >= 3 && box.drawn.size <= 9)
}

import { beforeAll, expect, test } from 'vitest'
import { payDocument } from '@stowage/api/billing'
import { bookBox } from '@stowage/api/booking'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { createSmallStock, type SmallStock } from '../../testing/small-stock.ts'

let stock: SmallStock

const { world, people } = await openPeopledWorld()
beforeAll(async () => {
  const { platform, modules } = world.running
  stock = await createSmallStock(
    { platform, catalog: modules.catalog },
    {
      boxes: [
        { unitNumber: 'YA001', size: 2, ownRate: 5000, lockId: '1:01:01' },
        { unitNumber: 'YA002', size: 2, ownRate: 5000 },
      ],
    },
  )
})

test('a box and its documents travel with the fields of section 3, to those who may see them', async () => {
  const [rented, free] = stock.boxes
  const booked = await people.sofia.call(bookBox, {
    body: {
      stockId: stock.stockId,
      boxId: rented?.id,
      userId: people.clara.id,
      arrivalDate: '2026-11-21',
      contractDuration: 3,
      invoicingPeriod: 3,
      paymentMethod: 'manual',
    },
  })
  await people.sofia.call(payDocument, { body: { documentId: booked.body.documentId, processor: 'manual' } })
  await world.settle()

  const own = await people.clara.send('GET', `boxes/${rented?.id}`)
  expect(own.body).toMatchObject({
    _id: rented?.id,
    UnitID: rented?.id,
    UnitNumber: 'YA001',
    ContractID: booked.body.id,
    ContractNumber: booked.body.contractNumber,
    userInfo: { id: people.clara.id, fullName: 'Clara Client' },
    paidAhead: 92,
    leaveDate: null,
    isExtended: false,
    internalUserId: null,
    IsOccupied: true,
    IsReserved: false,
  })
  // The number of the lock is the house's business.
  expect(own.body).not.toHaveProperty('lockId')
  expect((await people.sofia.send('GET', `boxes/${rented?.id}`)).body).toMatchObject({
    lockId: '1:01:01',
    paidAhead: 92,
  })
  expect((await people.sofia.send('GET', `boxes/${free?.id}`)).body).not.toHaveProperty('paidAhead')
  expect((await people.leo.send('GET', `boxes/${rented?.id}`)).code).toBe(6005)
  expect((await people.clara.send('GET', `boxes/${free?.id}`)).code).toBe(6005)

  const documents = (await people.clara.send('GET', `contracts/${booked.body.id}/invoices`)).body as Record<
    string,
    unknown
  >[]
  expect(documents[0]).toMatchObject({
    DocumentID: booked.body.documentId,
    DocumentId: booked.body.documentId,
    InvoiceID: booked.body.documentId,
    DocumentType: 'Invoice',
    DocumentDescription: `${booked.body.contractNumber} · YA001`,
    paid: true,
    paymentDate: '2026-11-21',
    contractData: { stockId: stock.stockId, userId: people.clara.id, contractId_sm: null },
  })
})

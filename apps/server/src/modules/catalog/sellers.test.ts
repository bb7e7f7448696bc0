import { createSeller, deleteSeller, listSellers, updateSeller } from '@stowage/api/stocks'
import { describe, expect, test } from 'vitest'
import { openStockDesk, seller } from '../../testing/stock-desk.ts'

const { server, sofia, smallStock, actsOn } = await openStockDesk()

describe('sellers', () => {
  test('are made, changed and deleted, each act in the audit; stocks show them', async () => {
    const made = await sofia().call(createSeller, {
      body: { ...seller, taxNumber: '', vatId: 'PL1234567890' },
    })
    expect(made).toMatchObject({ status: 200, body: { taxNumber: null, vatId: 'PL1234567890', stocks: 0 } })
    const { id } = made.body
    expect((await sofia().call(listSellers)).body.map((one) => one.id)).toContain(id)
    const changed = await sofia().call(updateSeller, {
      params: { id },
      body: { iban: 'PL61109010140000071219812874', updated: null },
    })
    expect(changed.body).toMatchObject({ name: seller.name, iban: 'PL61109010140000071219812874' })
    const stale = await sofia().call(updateSeller, { params: { id }, body: { name: 'Late', updated: null } })
    expect(stale).toMatchObject({ status: 409, code: 9109 })
    expect(stale.errors[0]?.present).toMatchObject({ iban: 'PL61109010140000071219812874' })
    expect(await sofia().call(deleteSeller, { params: { id } })).toMatchObject({ status: 200 })
    expect(await sofia().call(updateSeller, { params: { id }, body: { name: 'Gone' } })).toMatchObject({
      code: 9104,
    })
    expect((await actsOn(id)).map(({ action }) => action)).toEqual([
      'seller-created',
      'seller-changed',
      'seller-deleted',
    ])
  })

  test('a new name is what the stocks print from then on', async () => {
    const { stockId, sellerId } = await smallStock()
    expect((await server.modules.catalog.stockTerms(stockId))?.seller.name).toBe('Stowage Berlin GmbH')
    await sofia().call(updateSeller, { params: { id: sellerId }, body: { name: 'Stowage Nord GmbH' } })
    expect((await server.modules.catalog.stockTerms(stockId))?.seller.name).toBe('Stowage Nord GmbH')
  })

  test('one that a stock sells for is not deleted', async () => {
    const { sellerId } = await smallStock()
    const refused = await sofia().call(deleteSeller, { params: { id: sellerId } })
    expect(refused).toMatchObject({ status: 409, code: 9110 })
    expect(refused.errors[0]?.message).toContain('1 warehouse sells for it')
  })

  test.each([
    ['nothing', {}, { name: 1003, address: 1003, country: 1003, email: 1000, phone: 1003 }],
    ['a country in words', { ...seller, country: 'Poland' }, { country: 1005 }],
    ['no e-mail address', { ...seller, email: 'office' }, { email: 1001 }],
    ['a BIC of 7', { ...seller, bic: 'ABCDEFG' }, { bic: 1004 }],
    ['a VAT id of 31', { ...seller, VATId: 'x'.repeat(31) }, { VATId: 1004 }],
  ])('bad input: %s', async (_name, body, expected) => {
    const reply = await sofia().send('POST', 'sellers', body)
    expect(Object.fromEntries(reply.errors.map(({ field, errorCode }) => [field, errorCode]))).toEqual(
      expected,
    )
  })
})

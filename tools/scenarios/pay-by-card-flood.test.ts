import { afterAll, beforeAll, expect, it } from 'vitest'
import { foreignId, openShop, type Shop } from './pay-by-card.fixture.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

it('200 messages in any order, repeated, forged and spoilt: each payment is credited exactly once', async () => {
  const payments = await Promise.all(Array.from({ length: 40 }, () => shop.paid({ mode: 'never' })))
  let seed = 20261121
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  const sends: { isHonest: boolean; send: () => Promise<{ status: number; text: string }> }[] = []
  for (let index = 0; index < 200; index += 1) {
    const { outside } = payments[index < 40 ? index : random(40)]!
    const message = {
      id: outside.id,
      sum: '899.00',
      clientid: outside.clientId ?? '',
      orderid: outside.orderId ?? '',
    }
    const spoilt = index < 40 ? 9 : random(12)
    if (spoilt === 0) sends.push({ isHonest: false, send: () => shop.tell(message, { word: 'guessed' }) })
    else if (spoilt === 1)
      sends.push({ isHonest: false, send: () => shop.tell({ ...message, sum: '898.99' }) })
    else if (spoilt === 2)
      sends.push({ isHonest: false, send: () => shop.tell({ ...message, clientid: foreignId() }) })
    else if (spoilt === 3)
      // Rightly signed: taken, and then confirmed by nobody.
      sends.push({ isHonest: true, send: () => shop.tell({ ...message, id: `${outside.id}7` }) })
    else sends.push({ isHonest: true, send: () => shop.tell(message) })
  }
  for (let index = sends.length - 1; index > 0; index -= 1) {
    const other = random(index + 1)
    ;[sends[index], sends[other]] = [sends[other]!, sends[index]!]
  }
  const answers: boolean[] = []
  const workers = Array.from({ length: 16 }, async () => {
    for (let next = sends.pop(); next; next = sends.pop()) {
      const { isHonest, send } = next
      const { status, text } = await send()
      answers.push(isHonest === (status === 200 && text.startsWith('OK ')))
    }
  })
  await Promise.all(workers)
  expect(answers).toHaveLength(200)
  expect(answers.every(Boolean)).toBe(true)
  await shop.world.settle()
  for (const { reference, paymentId } of payments) {
    expect(await shop.facts(reference)).toMatchObject([
      { type: 'payment-received', paymentId, amount: 89_900 },
    ])
  }
})

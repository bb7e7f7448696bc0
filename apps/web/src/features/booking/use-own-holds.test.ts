import { expect, test } from 'vitest'
import { holdsOf } from './use-own-holds.ts'

test('pending contracts and live reservations are holds; what runs, and what is over, is none', () => {
  const contract = (status: string) => ({ contract: { status } })
  const stocks = [
    {
      boxes: [
        { id: 'b1', ...contract('pending') },
        { id: 'b2', ...contract('active') },
      ],
      reservations: [
        { boxId: 'b3', status: 'live' },
        { boxId: 'b4', status: 'expired' },
      ],
    },
  ] as unknown as Parameters<typeof holdsOf>[0]
  const holds = holdsOf(stocks)
  expect([...holds.keys()]).toEqual(['b1', 'b3'])
  expect(holds.get('b1')?.contract?.status).toBe('pending')
  expect(holds.get('b3')?.reservation?.status).toBe('live')
})

import { TERM } from './fill-world.ts'
import { load, type LoadCall } from './http-load.ts'
import type { Stage } from './stage.ts'

interface Lease {
  readonly textVersion: string
  readonly textHash: string
}

/**
 * What a page has before its tenant clicks: a session and the lease that he read. The calls that book so many boxes of the
 * five stocks in turn, or one box for all buyers.
 */
export async function prepareBookings(
  stage: Stage,
  count: number,
  race?: {
    readonly buyers: readonly string[]
    readonly box: { readonly stockId: string; readonly boxId: string }
  },
): Promise<LoadCall[]> {
  const { world, product } = stage
  const boxes = race ? Array.from({ length: count }, () => race.box) : stage.takeBoxes(count)
  const people = race?.buyers ?? world.tenants
  const tokens = await Promise.all(people.map(async (id) => await world.token(id)))
  const tokenOf = (index: number): string => tokens[index % tokens.length] ?? ''
  const leases: Lease[] = []
  await load({
    port: product.ready.port,
    connections: 8,
    expected: 200,
    next: (index) => {
      const box = boxes[index]
      return (
        box && {
          method: 'POST',
          path: '/api/leases/preview',
          token: tokenOf(index),
          body: { boxId: box.boxId, ...TERM, insurance: true },
        }
      )
    },
    answered: ({ body }, index) => {
      leases[index] = JSON.parse(body.toString()) as Lease
    },
  })
  return boxes.map(({ stockId, boxId }, index) => {
    const { textVersion, textHash } = leases[index] ?? { textVersion: '', textHash: '' }
    return {
      method: 'POST',
      path: '/api/boxes/book',
      token: tokenOf(index),
      body: {
        stockId,
        boxId,
        ...TERM,
        insuranceSchemeId: 'standard',
        paymentMethod: 'bankTransfer',
        isAdult: true,
        contactSource: 'internet',
        reason: 'Umzug',
        signature: { nameTyped: 'Katharina Lagerfeld', textVersion, textHash },
      },
    }
  })
}

import { TERM } from './fill-world.ts'
import { load, type LoadCall } from './http-load.ts'
import type { Stage } from './stage.ts'

/** Rounds before the first that counts, for both servers: what runs once a second in a living system is compiled by then. */
export const WARM_ROUNDS = 4

/** What stands before a measurement: a call that is refused ends the run. */
const prepare = async (
  { product }: Stage,
  calls: Pick<Parameters<typeof load>[0], 'next' | 'answered'>,
): Promise<unknown> => await load({ port: product.ready.port, connections: 8, expected: 200, ...calls })

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
  const { world } = stage
  const boxes = race ? Array.from({ length: count }, () => race.box) : stage.takeBoxes(count)
  const people = race?.buyers ?? world.tenants
  const tokens = await Promise.all(people.map(async (id) => await world.token(id)))
  const tokenOf = (index: number): string => tokens[index % tokens.length] ?? ''
  const leases: Lease[] = []
  await prepare(stage, {
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

export interface RentedBox {
  readonly stockId: string
  readonly boxId: string
  /** Of its tenant. */
  readonly token: string
}

/** Boxes of the five stocks in turn, rented and paid: a superUser books for the tenants and takes the money by hand. */
export async function rentBoxes(stage: Stage, count: number): Promise<RentedBox[]> {
  const { world } = stage
  const boxes = stage.takeBoxes(count)
  const boss = await world.token(world.superUser)
  const tokens = await Promise.all(world.tenants.map(async (id) => await world.token(id)))
  const documents: string[] = []
  await prepare(stage, {
    next: (index) => {
      const box = boxes[index]
      return (
        box && {
          method: 'POST',
          path: '/api/boxes/book',
          token: boss,
          body: {
            stockId: box.stockId,
            boxId: box.boxId,
            userId: world.tenants[index % world.tenants.length],
            ...TERM,
            paymentMethod: 'manual',
          },
        }
      )
    },
    answered: ({ body }, index) => {
      documents[index] = (JSON.parse(body.toString()) as { documentId: string }).documentId
    },
  })
  await prepare(stage, {
    next: (index) => {
      const document = documents[index]
      return document === undefined
        ? undefined
        : {
            method: 'POST',
            path: '/api/payments',
            token: boss,
            body: { DocumentID: document, processor: 'manual' },
          }
    },
  })
  return boxes.map(({ stockId, boxId }, index) => ({
    stockId,
    boxId,
    token: tokens[index % tokens.length] ?? '',
  }))
}

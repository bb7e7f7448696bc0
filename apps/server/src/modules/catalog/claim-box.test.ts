import { describe, expect, test } from 'vitest'
import type { Tx } from '../../platform/database/transaction.ts'
import { Failure } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import { openTwoCatalogs, type TwoCatalogs } from '../../testing/two-catalogs.ts'
import { createTenant, type SmallStock } from '../../testing/small-stock.ts'
import type { NewClaim } from './index.ts'

const { server, other, stockOf } = await openTwoCatalogs()
const tenant = await createTenant(server.platform)
const at = (): Temporal.Instant => server.platform.clock.now()
const claimOf = (stock: SmallStock, boxId: string, more: Partial<NewClaim> = {}): NewClaim => ({
  boxId,
  stockId: stock.stockId,
  kind: 'contract',
  holderId: newId(),
  accountId: tenant,
  takenAt: at(),
  lapsesAt: null,
  ...more,
})

/** Book as a booking does: lock, look, claim. */
async function book(on: TwoCatalogs['server'], stock: SmallStock, boxId: string): Promise<'won' | number> {
  try {
    return await on.platform.transact(async (tx) => {
      const box = await on.modules.catalog.lockBox(tx, boxId)
      if (box?.claim) return 6001
      await on.modules.catalog.claimBox(tx, claimOf(stock, boxId))
      return 'won'
    })
  } catch (error) {
    if (error instanceof Failure) return error.code
    throw error
  }
}

const liveClaims = async (boxId: string): Promise<number> =>
  (
    await server.platform.db
      .selectFrom('box_claim')
      .select('id')
      .where('box_id', '=', boxId)
      .where('released_at', 'is', null)
      .execute()
  ).length

test('50 at once on one box, over two servers: one has it, 49 are told 6001', async () => {
  for (let round = 0; round < 4; round += 1) {
    const stock = await stockOf()
    const [box] = stock.boxes
    const results = await Promise.all(
      Array.from(
        { length: 50 },
        async (_, index) => await book(index % 2 === 0 ? server : other, stock, box!.id),
      ),
    )
    expect(results.filter((result) => result === 'won')).toHaveLength(1)
    expect(results.filter((result) => result === 6001)).toHaveLength(49)
    expect(await liveClaims(box!.id)).toBe(1)
  }
})

test('without looking first the index still has the last word', async () => {
  const stock = await stockOf()
  const boxId = stock.boxes[0]!.id
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, async (_, index) => {
      const { platform, modules } = index % 2 === 0 ? server : other
      await platform.transact(async (tx) => await modules.catalog.claimBox(tx, claimOf(stock, boxId)))
    }),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 6001 })
  expect(await liveClaims(boxId)).toBe(1)
})

test('who waited for the lock sees the claim that was made meanwhile', async () => {
  const stock = await stockOf()
  const boxId = stock.boxes[0]!.id
  const [locked, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = server.platform.transact(async (tx) => {
    await server.modules.catalog.lockBox(tx, boxId)
    const claim = claimOf(stock, boxId)
    await server.modules.catalog.claimBox(tx, claim)
    locked.resolve()
    await mayEnd.promise
    return claim.holderId
  })
  await locked.promise
  const second = other.platform.transact(async (tx) => await other.modules.catalog.lockBox(tx, boxId))
  // It really waits: without the lock it would have answered long ago.
  expect(await Promise.race([second, new Promise((resolve) => setTimeout(resolve, 150, 'waiting'))])).toBe(
    'waiting',
  )
  mayEnd.resolve()
  expect((await second)?.claim?.holderId).toBe(await first)
})

describe('what lockBox tells', () => {
  test('the box with its rate and nobody in it, in one statement', async () => {
    const stock = await stockOf()
    const found = await server.platform.transact(
      async (tx) => await server.modules.catalog.lockBox(tx, stock.boxes[1]!.id),
    )
    expect(found).toEqual({
      id: stock.boxes[1]!.id,
      stockId: stock.stockId,
      unitNumber: 'YA002',
      size: 6.5,
      height: null,
      width: null,
      depth: null,
      floor: 1,
      lockId: '1:01:02',
      rate: { amount: 12_994, currency: 'EUR' },
      pricePerSizeUnit: { amount: 1999, currency: 'EUR' },
      isExternal: false,
      isFreeInSource: true,
      claim: null,
    })
    expect(await server.modules.catalog.box(stock.boxes[1]!.id)).toEqual(found)
    await server.platform.transact(async (tx) => {
      const { catalog } = server.modules
      expect(await catalog.lockBoxByUnitNumber(tx, stock.stockId, 'YA002')).toEqual(found)
      expect(await catalog.lockBoxByUnitNumber(tx, stock.stockId, 'ZZ999')).toBeUndefined()
    })
  })

  test('no price is no rate; no box is undefined', async () => {
    const stock = await stockOf()
    await server.platform.transact(async (tx) => {
      expect((await server.modules.catalog.lockBox(tx, stock.boxes[3]!.id))?.rate).toBeNull()
      expect(await server.modules.catalog.lockBox(tx, newId())).toBeUndefined()
    })
    await server.platform.db
      .updateTable('box')
      .set({ deleted_at: at() })
      .where('id', '=', stock.boxes[0]!.id)
      .execute()
    expect(await server.modules.catalog.box(stock.boxes[0]!.id)).toBeUndefined()
    expect(
      await server.platform.transact(
        async (tx) => await server.modules.catalog.lockBox(tx, stock.boxes[0]!.id),
      ),
    ).toBeUndefined()
  })
})

describe('any free box of a size', () => {
  test('20 people, 12 boxes, two servers: 12 have one each, 8 find none', async () => {
    const stock = await stockOf({
      boxes: [
        ...Array.from({ length: 12 }, () => ({ size: 3 })),
        { size: 4 },
        { size: 3, unitNumber: 'taken' },
      ],
    })
    await server.platform.transact(
      async (tx) => await server.modules.catalog.claimBox(tx, claimOf(stock, stock.boxes[13]!.id)),
    )
    const take = async (on: TwoCatalogs['server']): Promise<string | undefined> =>
      await on.platform.transact(async (tx) => {
        const box = await on.modules.catalog.lockFreeBox(tx, stock.stockId, 3)
        if (box) await on.modules.catalog.claimBox(tx, claimOf(stock, box.id))
        return box?.id
      })
    let results: (string | undefined)[] = []
    results = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => await take(index % 2 === 0 ? server : other)),
    )
    // Whoever came while the last ones were locked by others is told that there is none; that is no oversell.
    const taken = results.filter((result) => result !== undefined)
    expect(new Set(taken).size).toBe(taken.length)
    while (taken.length < 12) {
      const next = await take(server)
      expect(next).toBeDefined()
      taken.push(next!)
    }
    expect(new Set(taken).size).toBe(12)
    expect(await take(server)).toBeUndefined()
  })

  test('a box without a price is none', async () => {
    const stock = await stockOf({ boxes: [{ size: 50 }] })
    expect(
      await server.platform.transact(
        async (tx) => await server.modules.catalog.lockFreeBox(tx, stock.stockId, 50),
      ),
    ).toBeUndefined()
  })
})

describe('the life of a claim', () => {
  const { transact } = {
    transact: async <T>(action: (tx: Tx) => Promise<T>): Promise<T> => await server.platform.transact(action),
  }
  const events = async (boxId: string): Promise<string[]> =>
    (
      await server.platform.db
        .selectFrom('event')
        .select('type')
        .where('aggregate', '=', `box:${boxId}`)
        .where('type', 'like', 'box-%ed')
        .orderBy('id')
        .execute()
    )
      .map(({ type }) => type)
      .filter((type) => type !== 'box-changed')

  test('from a reservation to its contract in place, then given back, each said once', async () => {
    const { catalog } = server.modules
    const stock = await stockOf()
    const boxId = stock.boxes[0]!.id
    const [reservation, contract] = [newId(), newId()]
    await transact(
      async (tx) =>
        await catalog.claimBox(
          tx,
          claimOf(stock, boxId, {
            kind: 'reservation',
            holderId: reservation,
            lapsesAt: at().add({ hours: 72 }),
          }),
        ),
    )
    await transact(
      async (tx) =>
        await catalog.passClaim(
          tx,
          { holderId: reservation },
          { kind: 'contract', holderId: contract, lapsesAt: null },
        ),
    )
    expect((await catalog.box(boxId))?.claim).toMatchObject({
      kind: 'contract',
      holderId: contract,
      lapsesAt: null,
      accountId: tenant,
    })
    await expect(
      transact(
        async (tx) =>
          await catalog.passClaim(
            tx,
            { holderId: reservation },
            { kind: 'contract', holderId: newId(), lapsesAt: null },
          ),
      ),
    ).rejects.toMatchObject({ code: 6001 })
    await transact(async (tx) => await catalog.releaseClaim(tx, contract, at()))
    await transact(async (tx) => await catalog.releaseClaim(tx, contract, at()))
    expect((await catalog.box(boxId))?.claim).toBeNull()
    expect(await events(boxId)).toEqual(['box-claimed', 'box-claimed', 'box-released'])
  })

  test('a lapsed one counts as taken until somebody takes it away, and goes only when its time is over', async () => {
    const { catalog } = server.modules
    const stock = await stockOf()
    const boxId = stock.boxes[0]!.id
    const holderId = newId()
    const lapsesAt = at().add({ hours: 72 })
    await transact(async (tx) => await catalog.claimBox(tx, claimOf(stock, boxId, { holderId, lapsesAt })))
    const { id } = (await catalog.box(boxId))!.claim!
    expect(
      await transact(
        async (tx) => await catalog.expireLapsedClaim(tx, id, lapsesAt.subtract({ milliseconds: 1 })),
      ),
    ).toBe(false)
    await transact(async (tx) => await catalog.setClaimLapse(tx, holderId, lapsesAt.add({ hours: 1 })))
    expect(await transact(async (tx) => await catalog.expireLapsedClaim(tx, id, lapsesAt))).toBe(false)
    expect((await catalog.box(boxId))?.claim?.id).toBe(id)
    const list = await server.get(`boxes/fetch?stockId=${stock.stockId}`)
    expect(list.json<{ IsOccupied: boolean }[]>()[0]?.IsOccupied).toBe(true)
    expect(
      await transact(async (tx) => await catalog.expireLapsedClaim(tx, id, lapsesAt.add({ hours: 1 }))),
    ).toBe(true)
    expect(
      await transact(async (tx) => await catalog.expireLapsedClaim(tx, id, lapsesAt.add({ hours: 2 }))),
    ).toBe(false)
    expect(await events(boxId)).toEqual(['box-claimed', 'box-released'])
    await transact(async (tx) => await catalog.claimBox(tx, claimOf(stock, boxId)))
  })

  test('what is rolled back has not happened: no claim, no event, the list as it was', async () => {
    const stock = await stockOf()
    const boxId = stock.boxes[0]!.id
    const before = await server.get(`boxes/fetch?stockId=${stock.stockId}`)
    await expect(
      transact(async (tx) => {
        await server.modules.catalog.claimBox(tx, claimOf(stock, boxId))
        throw new Error('the rest of the booking failed')
      }),
    ).rejects.toThrow('the rest')
    expect([await liveClaims(boxId), await events(boxId)]).toEqual([0, []])
    expect((await server.get(`boxes/fetch?stockId=${stock.stockId}`)).headers.etag).toBe(before.headers.etag)
  })
})

import { createPerson, type NamedPerson } from '@stowage/server/testing/people'
import { createSmallStock } from '@stowage/server/testing/small-stock'
import type { World } from '@stowage/server/testing/world'
import { randomFrom, type Random } from '../demo/random.ts'
import { createModel, type Model } from './random-history.model.ts'

const ZONE = 'Europe/Berlin'

/** A world with people and boxes, and what the model and the tills say of them. */
export interface Scene {
  readonly world: World
  readonly sofia: NamedPerson
  readonly random: Random
  readonly model: Model
  readonly people: readonly NamedPerson[]
  readonly boxes: readonly { id: string; stockId: string }[]
  /** What has come in from each account, in cents. */
  readonly received: Map<string, number>
  /** What was answered as the price of each contract. */
  readonly promised: Map<string, number>
  step: string
}

export async function openScene(world: World, sofia: NamedPerson, seed: string): Promise<Scene> {
  const { platform, modules } = world.running
  const stocks = []
  for (const prefix of ['YA', 'YB']) {
    const boxes = Array.from({ length: 4 }, (_, index) => ({
      unitNumber: `${prefix}00${index + 1}`,
      size: 2 + index,
      ownRate: 3333 + index * 1111,
    }))
    stocks.push(
      await createSmallStock(
        { platform, catalog: modules.catalog },
        {
          stock: {
            depositMonths: 1,
            discount: prefix === 'YA' ? 0 : 2.5,
            insuranceMonthlyAmount: 499,
            insuranceCoverageAmount: 100_000,
          },
          boxes,
        },
      ),
    )
  }
  const people: NamedPerson[] = []
  for (let index = 0; index < 5; index += 1)
    people.push(await createPerson(world, { email: `${seed}-${index}@tenants.example` }))
  return {
    world,
    sofia,
    random: randomFrom(seed),
    model: createModel(),
    people,
    boxes: stocks.flatMap((stock) => stock.boxes.map(({ id }) => ({ id, stockId: stock.stockId }))),
    received: new Map(),
    promised: new Map(),
    step: '',
  }
}

export const now = ({ world }: Scene): number => world.running.platform.clock.now().epochMilliseconds
export const today = ({ world }: Scene): Temporal.PlainDate =>
  world.running.platform.clock.now().toZonedDateTimeISO(ZONE).toPlainDate()

/** The first moment behind a term of so many months from today: 12:00 of its last day. */
export const endOf = (start: Temporal.PlainDate, months: number): number =>
  start.add({ months }).toZonedDateTime({ timeZone: ZONE, plainTime: '12:00' }).epochMilliseconds

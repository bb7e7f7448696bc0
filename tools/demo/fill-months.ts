import * as booking from '@stowage/api/booking'
import { closeContract } from '@stowage/api/contracts'
import { must, type Desk } from './desk.ts'
import type { FilledBox, FilledStock } from './fill-stocks.ts'
import { answersOf, tenant, type DemoPerson } from './people.ts'
import type { Step } from './script.ts'
import type { Vacancies } from './vacancies.ts'

interface Tenant {
  readonly person: DemoPerson
  /** An account, from his first booking on. */
  account?: string
}

interface Let {
  /** Days from today, negative: in the past. */
  readonly day: number
  readonly stock: FilledStock
  readonly box: FilledBox
  readonly tenant: Tenant
  readonly months: number
  readonly period: number
  readonly insurance: boolean
  /** The day from which later invoices stay open. */
  readonly owesFrom?: number
}

/** Most rent one box, some a few. */
const BOXES_OF_A_TENANT = [1, 1, 1, 1, 1, 2, 2, 3, 4] as const
const TERMS = [3, 6, 6, 11, 11] as const

/**
 * The months behind us: who rents what from when. Most pay a whole term at once, some monthly, and a few of those have
 * stopped. Every term still runs today.
 */
export function monthsOf(desk: Desk, filled: readonly FilledStock[], vacancies: Vacancies): Step[] {
  const { random } = desk
  const steps: Step[] = []
  const count = new Map<string, number>()
  for (const stock of filled) {
    const { city } = stock.demo
    const terms = TERMS.filter((months) => months <= stock.demo.stock.maxContractDuration)
    let renter: Tenant | undefined
    let more = 0
    for (const box of stock.boxes) {
      if (random.next() > stock.demo.let) continue
      if (!renter || more === 0) {
        const index = count.get(city) ?? 0
        count.set(city, index + 1)
        renter = { person: tenant(city, index, random) }
        more = random.pick(BOXES_OF_A_TENANT)
      }
      more -= 1
      const months = random.pick(terms)
      // Weekly days keep the moves of the clock few.
      const day = -7 * random.between(1, Math.floor((months * 30 - 12) / 7))
      const monthly = random.next() < 0.06
      const insurance = random.next() < 0.4
      const stops = monthly && random.next() < 0.25 ? random.between(-70, -20) : undefined
      vacancies.let(box)
      const rental: Let = {
        day,
        stock,
        box,
        tenant: renter,
        months,
        period: monthly ? 1 : months,
        insurance,
        ...(stops === undefined ? {} : { owesFrom: stops }),
      }
      steps.push({ day, act: async () => void (await letBox(desk, rental)) })
    }
  }
  return steps
}

/** How long ago they came, in weeks; all for three months. */
const FORMER = [41, 37, 33, 28, 24, 19] as const

/** Who has gone by now: moved out on the last day of the term, nothing owed. Where a deposit is held it would be given back first. */
export function formerTenants(desk: Desk, filled: readonly FilledStock[], vacancies: Vacancies): Step[] {
  const { random } = desk
  const stocks = filled.filter(({ demo }) => !demo.stock.depositMonths)
  return FORMER.flatMap((weeks, index) => {
    const stock = stocks[index % stocks.length]
    if (!stock) return []
    const day = -7 * weeks
    const months = 3
    const rental: Let = {
      day,
      stock,
      box: vacancies.take(stock),
      tenant: { person: tenant(stock.demo.city, 900 + index, random) },
      months,
      period: months,
      insurance: index % 2 === 0,
    }
    let contract = ''
    return [
      { day, act: async () => void (contract = await letBox(desk, rental)) },
      { day: endOf(desk, day, months), act: async () => await close(desk, stock, contract) },
    ]
  })
}

/** The day on which a term ends that began so many days ago. */
export const endOf = (desk: Desk, day: number, months: number): number =>
  desk.dayOf(desk.today.add({ days: day }).add({ months }))

/** A superUser closes a contract whose things are out: its box is free again. */
export async function close(desk: Desk, stock: FilledStock, contractId: string): Promise<void> {
  must(
    await desk.superUser.call(closeContract, { params: { stockId: stock.id, contractId } }),
    'a contract could not be closed',
  )
}

async function letBox(desk: Desk, rental: Let): Promise<string> {
  const { tenant: renter, stock } = rental
  renter.account ??= await desk.account(renter.person, 'client', { withPassword: false })
  const booked = await desk.superUser.call(booking.bookBox, {
    body: {
      stockId: stock.id,
      boxId: rental.box.id,
      userId: renter.account,
      arrivalDate: desk.dayAt(stock),
      contractDuration: rental.months,
      invoicingPeriod: rental.period,
      paymentMethod: 'manual',
      ...answersOf(renter.person, desk.random),
      ...(rental.insurance ? { insuranceSchemeId: 'standard' } : {}),
    },
  })
  must(booked, `${rental.box.unitNumber} could not be let`)
  await desk.pay(booked.body.documentId ?? '')
  if (rental.owesFrom !== undefined) desk.owing.set(booked.body.id, rental.owesFrom)
  return booked.body.id
}

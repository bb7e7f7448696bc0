import * as booking from '@stowage/api/booking'
import { must, type Desk } from './desk.ts'
import type { FilledBox, FilledStock } from './fill-stocks.ts'
import { tenant } from './people.ts'

interface Let {
  /** Days from today, negative: in the past. */
  readonly day: number
  readonly stock: FilledStock
  readonly box: FilledBox
  /** An account. */
  readonly tenant: string
  readonly months: number
  readonly period: number
  readonly insurance: boolean
  /** false: the first invoice stays open; 'first': later ones stay open. */
  readonly pays: true | false | 'first'
}

/** The months behind us: boxes are let and invoices paid, day after day on the moved clock. */
export async function fillMonths(
  desk: Desk,
  filled: readonly FilledStock[],
  say: (text: string) => void,
): Promise<void> {
  const lets = await planMonths(desk, filled)
  const days = [...new Set(lets.map((rental) => rental.day))].sort((a, b) => a - b)
  for (const day of days) {
    await desk.at(day)
    await desk.payOpenInvoices()
    for (const rental of lets.filter((entry) => entry.day === day)) await letBox(desk, rental)
    say(`demo: ${-day} days ago`)
  }
}

/** Who rents what from when: most pay a whole term at once, some monthly, a few owe. */
async function planMonths(desk: Desk, filled: readonly FilledStock[]): Promise<Let[]> {
  const lets: Let[] = []
  const tenants = new Map<string, string>()
  let count = 0
  for (const stock of filled) {
    const language = stock.demo.language === 'en' ? 'de' : stock.demo.language
    for (const box of stock.boxes) {
      if (desk.random.next() > stock.demo.let) continue
      const months = [3, 6, 6, 11, 11][Math.floor(desk.random.next() * 5)] ?? 6
      // Weekly days keep the moves of the clock few; every term still runs today.
      const day = -7 * (1 + Math.floor(desk.random.next() * Math.max(1, Math.floor((months * 30 - 12) / 7))))
      const monthly = desk.random.next() < 0.06
      const name = `${language}${Math.floor(count / 4)}`
      if (!tenants.has(name))
        tenants.set(
          name,
          await desk.account(tenant(language, Math.floor(count / 4), desk.random), 'client', {
            withPassword: false,
          }),
        )
      count += 1
      lets.push({
        day,
        stock,
        box,
        tenant: tenants.get(name) ?? '',
        months,
        period: monthly ? 1 : months,
        insurance: desk.random.next() < 0.4,
        pays: monthly && desk.random.next() < 0.25 ? 'first' : true,
      })
    }
  }
  return lets.sort((a, b) => a.day - b.day)
}

async function letBox(desk: Desk, rental: Let): Promise<void> {
  const booked = await desk.superUser.call(booking.bookBox, {
    body: {
      stockId: rental.stock.id,
      boxId: rental.box.id,
      userId: rental.tenant,
      arrivalDate: desk.dayAt(rental.stock),
      contractDuration: rental.months,
      invoicingPeriod: rental.period,
      paymentMethod: 'manual',
      ...(rental.insurance ? { insuranceSchemeId: 'standard' } : {}),
    },
  })
  must(booked, `${rental.box.unitNumber} could not be let`)
  if (rental.pays === false) return
  await desk.pay(booked.body.documentId ?? '')
  if (rental.pays === 'first') desk.noPay.add(booked.body.id)
}

import type { APIRequestContext } from '@playwright/test'
import { login } from '@stowage/api/accounts'
import { payDocument } from '@stowage/api/billing'
import { bookBox } from '@stowage/api/booking'
import { fetchBoxes, listStocks } from '@stowage/api/catalog'
import { getContract } from '@stowage/api/contracts'
import { formatMoney } from '@stowage/texts/format.ts'
import { openAccountOf } from './accounts.ts'
import { callerOf } from './former-tenant.ts'
import { expect } from './journey.ts'
import { demo as people, demoPassword, newPerson } from './people.ts'
import { Simulators } from './simulators.ts'

const stockName = 'Moabit'
export const timeZone = 'Europe/Berlin'

/** A German tenant without a contract, and a way to give him one. */
export async function openTenant(request: APIRequestContext) {
  const person = newPerson('de')
  const id = await openAccountOf(request, person, 'de')
  const { token } = await callerOf(request)(login, {
    body: { email: people.superUser, password: demoPassword },
  })
  const call = callerOf(request, token)
  const stock = (await call(listStocks)).find(({ name }) => name === stockName)!
  const today = await new Simulators(request).leaveMidnight(timeZone)
  return {
    person,
    today,
    /** A box from today on. @returns where its contract stands, and what is to be paid first */
    async book({ months = 1, isPaid = false } = {}) {
      const box = (await call(fetchBoxes, { query: { stockId: stock.id } })).find(
        ({ isOccupied }) => !isOccupied,
      )!
      const booked = await call(bookBox, {
        body: {
          stockId: stock.id,
          boxId: box.id,
          userId: id,
          arrivalDate: today.toString(),
          contractDuration: months,
          invoicingPeriod: 1,
          paymentMethod: isPaid ? 'manual' : 'paykeeper',
        },
      })
      if (isPaid) {
        await call(payDocument, { body: { documentId: booked.documentId ?? '', processor: 'manual' } })
        // The money is settled a moment behind the answer.
        await expect(async () => {
          const { status } = await call(getContract, { params: { contractId: booked.id } })
          expect(status).toBe('active')
        }).toPass({ timeout: 60_000 })
      }
      return {
        path: `/users/${id}/contracts/${booked.id}`,
        minor: booked.total,
        total: formatMoney({ amount: booked.total, currency: 'EUR' }, 'de'),
      }
    },
  }
}

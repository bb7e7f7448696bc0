import { expect, type APIRequestContext } from '@playwright/test'
import { login } from '@stowage/api/accounts'
import { listContractInvoices, payDocument, recordPayout } from '@stowage/api/billing'
import { bookBox } from '@stowage/api/booking'
import { fetchBoxes, listStocks } from '@stowage/api/catalog'
import { closeContract, getContract, previewClosing } from '@stowage/api/contracts'
import type { Answer, AnyEndpoint, Body, Params, Query } from '@stowage/api/endpoint'
import { fromWire, toWire } from '@stowage/api/wire'
import { openAccountOf } from './accounts.ts'
import { demo, demoPassword, type NewPerson } from './people.ts'
import type { Language } from './texts.ts'

type Given<E> = Partial<{ params: Params<E>; query: Query<E>; body: Body<E> }>
type Caller = <E extends AnyEndpoint>(endpoint: E, given?: Given<E>) => Promise<Answer<E>>

/** Calls as the screens make them, for somebody. */
export function callerOf(request: APIRequestContext, token?: string): Caller {
  return async (endpoint, given = {}) => {
    const params = (given.params ?? {}) as Record<string, string>
    const answer = await request.fetch(
      `/api/${endpoint.path.replace(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? '')}`,
      {
        method: endpoint.method,
        headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
        params: (toWire(endpoint.query, given.query ?? {}) ?? {}) as Record<string, string>,
        ...(endpoint.method === 'GET' ? {} : { data: toWire(endpoint.body, given.body ?? {}) }),
      },
    )
    expect(answer.ok(), await answer.text()).toBe(true)
    return fromWire(endpoint.answer, await answer.json()) as never
  }
}

const stockName = 'Praga'
/** Whose today he rents, pays and leaves on. */
export const timeZone = 'Europe/Warsaw'

export interface FormerTenant {
  readonly id: string
  readonly contractId: string
  readonly contractNumber: string
  readonly invoiceNumber: string
}

/** Somebody who rented a box today, paid, left again and got back what was left: nothing is open with him any more. */
export async function formerTenant(
  request: APIRequestContext,
  person: NewPerson,
  language: Language,
  today: string,
): Promise<FormerTenant> {
  const id = await openAccountOf(request, person, language)
  const { token } = await callerOf(request)(login, {
    body: { email: demo.superUser, password: demoPassword },
  })
  const call = callerOf(request, token)
  const stock = (await call(listStocks)).find(({ name }) => name === stockName)!
  const box = (await call(fetchBoxes, { query: { stockId: stock.id } })).find(
    ({ isOccupied }) => !isOccupied,
  )!
  const booked = await call(bookBox, {
    body: {
      stockId: stock.id,
      boxId: box.id,
      userId: id,
      arrivalDate: today,
      contractDuration: 1,
      invoicingPeriod: 1,
      paymentMethod: 'manual',
    },
  })
  const contractId = booked.id
  await call(payDocument, { body: { documentId: booked.documentId ?? '', processor: 'manual' } })
  // The money is settled a moment behind the answer.
  await expect(async () => {
    expect((await call(getContract, { params: { contractId } })).status).toBe('active')
  }).toPass({ timeout: 60_000 })
  const place = { stockId: stock.id, contractId }
  const { charged, credited, deposit, owed, payout } = await call(previewClosing, { params: place })
  await call(closeContract, { params: place, body: { shown: { charged, credited, deposit, owed, payout } } })
  if (payout > 0)
    await call(recordPayout, {
      params: { userId: id },
      body: { stockId: stock.id, contractId, amount: payout, method: 'cash', paidOn: today },
    })
  const { contractNumber } = await call(getContract, { params: { contractId } })
  const papers = await call(listContractInvoices, { params: { contractId } })
  return { id, contractId, contractNumber, invoiceNumber: papers[0]?.invoiceNumber ?? '' }
}

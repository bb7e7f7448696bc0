import { extendContract, giveNotice, withdrawNotice } from '@stowage/api/contracts'
import { answeredOnce, call } from '../../client/index.ts'
import type { Contract } from './contract.ts'

/** A day and the time on it, in the stock's own time. */
export interface Moment {
  readonly day: string
  readonly time: string
}
/** When the box is to be left as the dialog found it: the same words at another time are another deed. */
export type Noted = Moment | null

const boxOf = ({ boxId, userId, unitNumber }: Contract) => ({ userId, unitNumber, boxId })

/** One more term, from the day on which it was offered; pressed again after a lost answer it is still the same one. */
export async function extend(contract: Contract, from: string): Promise<Contract> {
  const input = { params: { unitId: contract.boxId }, body: boxOf(contract) }
  return await answeredOnce(
    ['extend', contract.id, from],
    async (idempotencyKey) => await call(extendContract, input, { idempotencyKey }),
  )
}

/** Notes when the box will be empty; the same moment pressed again after a lost answer is noted, and written about, once. */
export async function leave(contract: Contract, at: Moment, noted: Noted): Promise<Contract> {
  const body = { ...boxOf(contract), leaveDate: wireMoment(at) }
  return await answeredOnce(
    ['leave', contract.id, at.day, at.time, noted],
    async (idempotencyKey) =>
      await call(giveNotice, { params: { unitId: contract.boxId }, body }, { idempotencyKey }),
  )
}

/** Takes the notice back: after a lost answer the second press is told that it was done, not that there is none. */
export async function stay(contract: Contract, noted: Noted): Promise<Contract> {
  const input = { params: { unitId: contract.boxId }, query: { userId: contract.userId } }
  return await answeredOnce(
    ['stay', contract.id, noted],
    async (idempotencyKey) => await call(withdrawNotice, input, { idempotencyKey }),
  )
}

/** DD/MM/YYYY HH:mm, as the call takes it (specification, calls). */
function wireMoment({ day, time }: Moment): string {
  const [year, month, date] = day.split('-')
  return `${date}/${month}/${year} ${time}`
}

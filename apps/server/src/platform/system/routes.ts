import * as api from '@stowage/api/system'
import { authorOf, note } from '../audit/author.ts'
import type { Clock } from '../clock.ts'
import { machineNow } from '../clock.ts'
import { publish } from '../database/transaction.ts'
import { fact } from '../events/event.ts'
import { runAgain } from '../events/parked.ts'
import { fail } from '../failure.ts'
import { retryRows } from '../rows-of-job.ts'
import { route, type Route } from '../http/call.ts'
import { describeSystem } from './describe-system.ts'
import { jobHurried } from './events.ts'

type Parts = Parameters<typeof describeSystem>[0] & {
  readonly clock: Pick<Clock, 'now'>
  hasJob(name: string): boolean
}

/** What operators see of the house, and what they may do about it. */
export function systemRoutes(parts: Parts): Route[] {
  return [
    route(api.readSystem, async () => await describeSystem(parts)),
    route(api.hurryJob, async (call) => {
      const { name } = call.params
      if (!parts.hasJob(name)) fail(9104)
      return await call.transact(async (tx) => {
        const at = parts.clock.now()
        await retryRows(tx, name)
        note(tx, parts.clock, authorOf(call), { action: 'hurry-job', subjectType: 'job', subjectId: name })
        publish(tx, fact(jobHurried, { aggregate: `job:${name}`, at, payload: { name } }))
        return { name }
      })
    }),
    route(
      api.retryEvent,
      async (call) =>
        await call.transact(async (tx) => {
          const eventId = Number(call.params.eventId)
          const count = await runAgain(tx, { eventId }, machineNow())
          if (count === 0) fail(6004)
          const act = { action: 'retry-event', subjectType: 'event', subjectId: String(eventId) }
          note(tx, parts.clock, authorOf(call), act)
          return { count }
        }),
    ),
  ]
}

import type { FastifyInstance, RouteShorthandOptions } from 'fastify'
import type { ClockView, ConsoleDone } from '@stowage/api/simulators'
import { acting, bodyOf, ConsoleError, numberIn, textOf } from './console-error.ts'

/** Business time of the product, as far as the console may move it. */
export interface BusinessClock {
  /** ISO. */
  now(): Promise<string>
  advance(input: { days?: number; months?: number; to?: string; atOnce?: boolean }): Promise<unknown>
  reset(): Promise<unknown>
}

export interface ConsoleDeps {
  readonly businessClock?: BusinessClock
  /** Fills the demo company anew. */
  refill?(): Promise<void>
}

/** Moves the business clock and fills the demo anew. */
export function clockCalls(app: FastifyInstance, deps: ConsoleDeps, open: RouteShorthandOptions): void {
  const clock = (): BusinessClock => {
    if (!deps.businessClock) throw new ConsoleError(404, 'there is no clock to move here')
    return deps.businessClock
  }
  const view = async (): Promise<ClockView> => ({
    now: (await deps.businessClock?.now()) ?? null,
    machineNow: new Date().toISOString(),
  })

  // Two clicks run one after the other: each step is a month of jobs.
  let queue: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const result = queue.then(() => acting(act))
    queue = result.catch(() => undefined)
    return result
  }

  app.get('/clock', open, view)
  app.post('/clock', {
    ...open,
    handler: async (request): Promise<ClockView> => {
      const target = clock()
      const body = bodyOf(request.body)
      const given = (['days', 'months', 'to'] as const).filter((name) => body[name] !== undefined)
      if (given.length !== 1) throw new ConsoleError(400, 'exactly one of days, months, to')
      const atOnce = body['atOnce'] === true
      if (atOnce && given[0] !== 'to') throw new ConsoleError(400, 'atOnce goes with to')
      const step =
        given[0] === 'to'
          ? { to: instantOf(textOf(body, 'to')), ...(atOnce ? { atOnce } : {}) }
          : given[0] === 'days'
            ? { days: whole(body, 'days', 366) }
            : { months: whole(body, 'months', 24) }
      await inTurn(() => target.advance(step))
      return await view()
    },
  })
  app.post('/clock/reset', open, async (): Promise<ClockView> => {
    const target = clock()
    await inTurn(() => target.reset())
    return await view()
  })
  app.post('/refill', open, async (): Promise<ConsoleDone> => {
    const { refill } = deps
    if (!refill) throw new ConsoleError(404, 'there is nothing to fill here')
    await inTurn(() => refill())
    return { done: true }
  })
}

function whole(body: Record<string, unknown>, name: string, most: number): number {
  const value = numberIn(body, name, [-most, most])
  if (!Number.isInteger(value)) throw new ConsoleError(400, `${name}: a whole number`)
  return value
}

function instantOf(text: string | undefined): string {
  if (text === undefined || Number.isNaN(Date.parse(text)))
    throw new ConsoleError(400, 'to: a day or an instant')
  return text
}

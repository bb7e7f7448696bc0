import type { MainOptions } from '@stowage/server/main'
import type { BusinessClock } from '@stowage/simulators'

type Moved = Parameters<NonNullable<MainOptions['extend']>>[1]

/**
 * Business time for the console. Forward it goes a day at a time, so that every job sees every day, as it would have; the
 * start of a long way is done in weeks.
 */
export function moveBusinessClock({ platform, moveClock }: Moved): BusinessClock {
  const now = (): Temporal.Instant => platform.clock.now()
  const goTo = async (target: Temporal.Instant): Promise<void> =>
    await moveClock({ offsetMs: target.epochMilliseconds - Temporal.Now.instant().epochMilliseconds })
  return {
    now: () => Promise.resolve(now().toString()),
    async advance({ days, months, to }) {
      const target = targetOf(now(), { days, months, to })
      for (let left = daysUntil(now(), target); left > 1; left = daysUntil(now(), target))
        await goTo(now().add({ hours: 24 * (left > 100 ? 7 : 1) }))
      await goTo(target)
    },
    reset: async () => await moveClock({ offsetMs: 0 }),
  }
}

function targetOf(
  now: Temporal.Instant,
  { days, months, to }: { days?: number | undefined; months?: number | undefined; to?: string | undefined },
): Temporal.Instant {
  // A day without a time means its noon: the same day in every warehouse.
  if (to !== undefined)
    return /^\d{4}-\d{2}-\d{2}$/.test(to) ? Temporal.Instant.from(`${to}T12:00Z`) : Temporal.Instant.from(to)
  return now
    .toZonedDateTimeISO('UTC')
    .add({ days: days ?? 0, months: months ?? 0 })
    .toInstant()
}

const daysUntil = (now: Temporal.Instant, target: Temporal.Instant): number =>
  target.since(now).total('hours') / 24

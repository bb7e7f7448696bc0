import type { MainOptions } from '@stowage/server/main'
import type { BusinessClock } from '@stowage/simulators'

type Moved = Parameters<NonNullable<MainOptions['extend']>>[1]

/**
 * Business time for the console. Forward it goes from noon to noon, so that every job sees every day, those that keep to working
 * hours too: who moves the clock at night would skip all reminders. The start of a long way is done in weeks; `atOnce` goes there
 * in one step.
 */
export function moveBusinessClock({ platform, moveClock }: Moved): BusinessClock {
  const now = (): Temporal.Instant => platform.clock.now()
  const goTo = async (target: Temporal.Instant): Promise<void> =>
    await moveClock({ offsetMs: target.epochMilliseconds - Temporal.Now.instant().epochMilliseconds })
  return {
    now: () => Promise.resolve(now().toString()),
    async advance({ days, months, to, atOnce = false }) {
      const target = targetOf(now(), { days, months, to })
      for (
        let noon = noonAfter(now());
        !atOnce && Temporal.Instant.compare(noon, target) < 0;
        noon = noonAfter(now())
      )
        await goTo(daysUntil(noon, target) > 100 ? noon.add({ hours: 24 * 6 }) : noon)
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

/** Of a day in UTC: working hours in every warehouse of the demo. */
function noonAfter(instant: Temporal.Instant): Temporal.Instant {
  const noon = instant
    .toZonedDateTimeISO('UTC')
    .toPlainDate()
    .toZonedDateTime({ timeZone: 'UTC', plainTime: '12:00' })
    .toInstant()
  return Temporal.Instant.compare(noon, instant) > 0 ? noon : noon.add({ hours: 24 })
}

const daysUntil = (now: Temporal.Instant, target: Temporal.Instant): number =>
  target.since(now).total('hours') / 24

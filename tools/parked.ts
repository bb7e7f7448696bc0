import { machineNow } from '@stowage/server/platform/clock'
import { connect } from '@stowage/server/platform/database/connect'
import { parkedDeliveries, runAgain } from '@stowage/server/platform/events/parked'
import { directUrl } from './backup/open-database.ts'

// Usage: DATABASE_URL=postgres://… node tools/parked.ts            lists what failed too often
//        DATABASE_URL=postgres://… node tools/parked.ts again all  runs all of it again
//        DATABASE_URL=postgres://… node tools/parked.ts again 4711 runs what waits of event 4711 again
const url = directUrl(process.env)
const [verb, which = ''] = process.argv.slice(2)
const isKnown = verb === undefined || (verb === 'again' && (which === 'all' || /^\d{1,15}$/.test(which)))
if (!url || !isKnown) {
  console.error('usage: DATABASE_URL=postgres://… node tools/parked.ts [again all | again <event>]')
  process.exit(2)
}
const { db, close } = connect(url, { max: 1 })
try {
  if (verb === undefined) {
    const parked = await parkedDeliveries(db)
    for (const { eventId, type, aggregate, handler, reason } of parked)
      console.log(`${eventId}  ${type}  ${aggregate}  ${handler}: ${reason}`)
    console.log(`${parked.length} parked`)
  } else {
    const count = await runAgain(db, which === 'all' ? {} : { eventId: Number(which) }, machineNow())
    console.log(`${count} will run again; a running server takes them up within seconds`)
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
} finally {
  await close()
}

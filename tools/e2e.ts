import { runE2e } from './runners/run-e2e.ts'

// `npm run e2e -- booking.spec.ts`: the journeys alone.
const exit = await runE2e(process.argv.slice(2))
process.exitCode = exit === 0 ? 0 : 1

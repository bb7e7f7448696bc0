import { printCheck, runChecks } from './checks/checks.ts'

// `npm run check`: everything that can be said about the sources without running them.
const results = await runChecks(printCheck)
const failed = results.filter(({ passed }) => !passed).length
console.log(`${results.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

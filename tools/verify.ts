import { connect } from '@stowage/server/platform/database/connect'
import { directUrl } from './backup/open-database.ts'
import { findFaults } from './verify/find-faults.ts'

// Usage: DATABASE_URL=postgres://… node tools/verify.ts
// Reads only; says what does not fit and then ends with 1. With 2 when it could not look.
const url = directUrl(process.env)
if (!url) {
  console.error('DATABASE_URL: expected an address like postgres://user:password@host:5432/name')
  process.exit(2)
}
const connection = connect(url, { max: 2 })
try {
  const { faults, auditRecords, unsealed } = await findFaults(connection.db)
  for (const { what, id, detail } of faults) console.log(`${what}${id === '' ? '' : ` (${id})`}: ${detail}`)
  console.log(
    `${auditRecords} audit records in the chain, ${unsealed} not yet; ${faults.length === 0 ? 'everything fits' : `${faults.length} do not fit`}`,
  )
  process.exitCode = faults.length === 0 ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
} finally {
  await connection.close()
}

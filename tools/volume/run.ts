import { readConfig } from '@stowage/server/platform/config'
import { migrate } from '@stowage/server/platform/database/migrate'
import { growCompany, largeCompany } from './grow-company.ts'
import { makePatterns, PASSWORD, SUPER_EMAIL } from './make-patterns.ts'

// Usage: node tools/volume/run.ts <url of an empty database>; fills it with a large operator, to try the back office on.
const url = process.argv[2]
if (url === undefined) {
  console.error('usage: node tools/volume/run.ts postgres://…')
  process.exit(2)
}
await migrate(url)
const config = readConfig({ ...process.env, DATABASE_URL: url, DEMO: 'off', SMTP_URL: '' })
const patterns = await makePatterns(config)
await growCompany(url, patterns, largeCompany, (text) => console.log(text))
console.log(`Sign in as ${SUPER_EMAIL} with the password ${PASSWORD}.`)

import { readConfig } from '@stowage/server/platform/config'
import { fillCompany } from './fill-company.ts'
import { largeCompany } from './grow-company.ts'
import { PASSWORD, SUPER_EMAIL } from './make-patterns.ts'

// Usage: node tools/volume/run.ts <url of an empty database>; fills it with a large operator, to try the back office on.
const url = process.argv[2]
if (url === undefined) {
  console.error('usage: node tools/volume/run.ts postgres://…')
  process.exit(2)
}
const config = readConfig({ ...process.env, DATABASE_URL: url, DEMO: 'off', SMTP_URL: '' })
await fillCompany(config, largeCompany, (text) => console.log(text))
console.log(`Sign in as ${SUPER_EMAIL} with the password ${PASSWORD}.`)

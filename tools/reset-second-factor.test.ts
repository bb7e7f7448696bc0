import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { me } from '@stowage/api/accounts'
import { beginSecondFactor, confirmSecondFactor } from '@stowage/api/second-factor'
import { auditOf } from '@stowage/server/testing/audit-of'
import { codeOf } from '@stowage/server/testing/authenticator-app'
import { createBrowser } from '@stowage/server/testing/browser'
import { PASSWORD, somebody } from '@stowage/server/testing/people'
import { openPeopledWorld } from '@stowage/server/testing/peopled-world'
import { expect, test } from 'vitest'

const { world } = await openPeopledWorld()
const execute = promisify(execFile)

async function tool(...words: string[]): Promise<{ code: number; says: string }> {
  const { dataDir, databaseUrl } = world.running.platform.config
  const program = path.join(import.meta.dirname, 'reset-second-factor.ts')
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' }
  return await execute(process.execPath, [program, ...words], { env }).then(
    ({ stdout }) => ({ code: 0, says: stdout }),
    (error: unknown) => {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
      return { code, says: stdout + stderr }
    },
  )
}

test('B2: the operator takes a lost second factor off on the server; audited, mailed, sign-ins end', async () => {
  const person = await somebody(world, { platformRole: 'superUser' })
  const { body } = await person.call(beginSecondFactor, { body: { password: PASSWORD } })
  const on = await person.call(confirmSecondFactor, { body: { code: codeOf(body.secret) } })
  expect(on.status, on.raw).toBe(200)
  expect((await createBrowser(world).signIn(person.email)).code).toBe(9102)

  expect(await tool()).toMatchObject({ code: 2, says: expect.stringContaining('usage:') })
  expect(await tool('no-such@tenants.example')).toMatchObject({ code: 1 })
  const done = await tool(person.email)
  expect([done.code, done.says], done.says).toEqual([0, expect.stringContaining('is off')])
  expect(await tool(person.email)).toMatchObject({ code: 1, says: expect.stringContaining('has no second') })

  expect((await createBrowser(world).signIn(person.email)).status).toBe(200)
  await expect.poll(async () => (await person.call(me)).status).toBe(401)
  const entries = (await auditOf(world, person.id)).filter(({ action }) => action === 'second-factor-reset')
  expect(entries).toMatchObject([{ actor_id: null }])
  await world.settle()
  const mails = await world.running.platform.db
    .selectFrom('mail')
    .select('data')
    .where('account_id', '=', person.id)
    .where('kind', '=', 'accountSecurity')
    .execute()
  expect(mails.map(({ data }) => data)).toContainEqual(
    expect.objectContaining({ what: 'factorOff', by: 'operator' }),
  )
})

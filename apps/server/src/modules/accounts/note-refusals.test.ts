import { listRoles } from '@stowage/api/roles'
import { beginSecondFactor } from '@stowage/api/second-factor'
import { describe, expect, test, vi } from 'vitest'
import { machineNow } from '../../platform/clock.ts'
import { auditOf } from '../../testing/audit-of.ts'
import { createBrowser } from '../../testing/browser.ts'
import { somebody } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { createRefusalNotes } from './note-refusals.ts'

const { world } = await openPeopledWorld()
const { platform, modules } = world.running
const { db } = platform
const refused = (lines: readonly unknown[][]) =>
  lines.filter(([, text]) => text === 'refused').map(([fields]) => fields as Record<string, unknown>)

describe('B11: what may be an attack has a line in the log, with address, code and account', () => {
  test('a wrong password, also of an address that nobody has, and the lock after ten', async () => {
    const person = await somebody(world)
    const warn = vi.spyOn(platform.log, 'warn')
    const browser = createBrowser(world)
    expect((await browser.signIn(person.email, 'not-it')).code).toBe(9101)
    expect((await browser.signIn('nobody@tenants.example', 'not-it')).code).toBe(9101)
    for (let more = 0; more < 9; more += 1) await browser.signIn(person.email, 'not-it')
    expect((await browser.signIn(person.email, 'not-it')).code).toBe(9129)
    const lines = refused(warn.mock.calls)
    const here = { address: '127.0.0.1', account: person.id }
    expect(lines[0]).toMatchObject({ refusal: 'sign-in', code: 9101, ...here })
    expect(lines[1]).toMatchObject({ refusal: 'sign-in', code: 9101, account: null })
    expect(lines.at(-1)).toMatchObject({ refusal: 'too-many-tries', code: 9129, ...here })
    expect(JSON.stringify(lines)).not.toContain('@')
    warn.mockRestore()
  })

  test('a wrong own password, a refresh token that comes twice, and what a role refuses', async () => {
    const person = await somebody(world, { platformRole: 'staff' })
    const browser = createBrowser(world)
    await browser.signIn(person.email)
    const copied = createBrowser(world, browser.cookies)
    await browser.refresh()
    await db
      .updateTable('refresh_session')
      .set({ rotated_at: machineNow().subtract({ seconds: 60 }) })
      .where('account_id', '=', person.id)
      .where('rotated_at', 'is not', null)
      .execute()
    const warn = vi.spyOn(platform.log, 'warn')
    expect((await copied.refresh()).code).toBe(9003)
    expect((await person.call(beginSecondFactor, { body: { password: 'not-it' } })).code).toBe(9144)
    expect((await person.call(listRoles)).code).toBe(9103)
    expect(refused(warn.mock.calls)).toMatchObject([
      { refusal: 'token-reuse', code: 9003, account: person.id, address: '127.0.0.1' },
      { refusal: 'sign-in', code: 9144, account: person.id },
      { refusal: 'permission', code: 9103, account: person.id },
    ])
    warn.mockRestore()
  })

  test('a session that is over, and a tenant who asks for what is not his, have none', async () => {
    const warn = vi.spyOn(platform.log, 'warn')
    const person = await somebody(world)
    expect((await createBrowser(world).refresh()).code).toBe(9003)
    expect((await person.call(listRoles)).code).toBe(9103)
    expect(refused(warn.mock.calls)).toEqual([])
    warn.mockRestore()
  })
})

describe('B11: the audit', () => {
  test('has one entry per account, address and quarter of an hour, with how many there were', async () => {
    const person = await somebody(world)
    const notes = createRefusalNotes(platform)
    for (let count = 0; count < 40; count += 1)
      notes.add({ kind: 'sign-in', accountId: person.id, address: '203.0.113.7' })
    notes.add({ kind: 'sign-in', accountId: person.id, address: '203.0.113.8' })
    await notes.write()
    const entries = async () => (await auditOf(world, person.id)).filter(({ after }) => after !== null)
    const before = (await entries()).filter(({ action }) => action === 'sign-in-refused')
    expect(before).toEqual([])
    await notes.write('all')
    await notes.write('all')
    const after = (await entries()).filter(({ action }) => action === 'sign-in-refused')
    expect(after.map((entry) => (entry.after as { count: number }).count)).toEqual([40, 1])
  })

  test('is not filled by a flood from many addresses', async () => {
    const notes = createRefusalNotes(platform)
    const count = async () =>
      (await db.selectFrom('audit').select('id').where('action', '=', 'tries-exceeded').execute()).length
    const before = await count()
    for (let host = 0; host < 5000; host += 1)
      notes.add({ kind: 'too-many-tries', accountId: null, address: `flood-${host}` })
    await notes.write('all')
    expect((await count()) - before).toBe(501)
  })

  test('hears of what the server refuses', async () => {
    const person = await somebody(world)
    await createBrowser(world).signIn(person.email, 'not-it')
    await modules.accounts.noteRefusals()
    expect((await auditOf(world, person.id)).at(-1)).toMatchObject({
      action: 'sign-in-refused',
      actor_id: null,
      after: { count: 1 },
    })
  })
})

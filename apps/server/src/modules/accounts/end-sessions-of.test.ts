import { me } from '@stowage/api/accounts'
import { endSessionsOf } from '@stowage/api/sessions'
import { expect, test } from 'vitest'
import { auditOf } from '../../testing/audit-of.ts'
import { createBrowser } from '../../testing/browser.ts'
import { prove, somebody } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'

const { world, people } = await openPeopledWorld()

test("B9: a superUser ends all of another's sign-ins, audited and mailed", async () => {
  const person = await somebody(world, { platformRole: 'staff' })
  const [desk, phone] = [createBrowser(world), createBrowser(world)]
  const tokens = [(await desk.signIn(person.email)).body.token, (await phone.signIn(person.email)).body.token]
  await prove(people.sofia)
  const reply = await people.sofia.call(endSessionsOf, { params: { id: person.id } })
  expect([reply.status, reply.body], reply.raw).toEqual([200, { ended: 3 }])
  for (const token of tokens) expect((await world.person(token).call(me)).status).toBe(401)
  expect((await desk.refresh()).code).toBe(9003)
  expect((await phone.refresh()).code).toBe(9003)
  const entry = (await auditOf(world, person.id)).at(-1)
  expect(entry).toMatchObject({ action: 'sign-ins-ended', actor_id: people.sofia.id, after: { ended: 3 } })
  await world.settle()
  const mails = await world.running.platform.db
    .selectFrom('mail')
    .select('data')
    .where('account_id', '=', person.id)
    .where('kind', '=', 'accountSecurity')
    .execute()
  expect(mails).toEqual([{ data: expect.objectContaining({ what: 'signInsEnded', by: 'staff' }) }])
  // The account itself is as it was.
  expect((await desk.signIn(person.email)).status).toBe(200)
})

test("B9: staff and tenants end nobody's sign-ins, and one's own end elsewhere", async () => {
  const person = await somebody(world)
  const staff = await somebody(world, { platformRole: 'staff' })
  const call = { params: { id: person.id } }
  expect((await staff.call(endSessionsOf, call)).code).toBe(9103)
  expect((await person.call(endSessionsOf, call)).code).toBe(9103)
  const own = await people.sofia.call(endSessionsOf, { params: { id: people.sofia.id } })
  expect(own.code).toBe(9103)
  expect((await people.sofia.call(endSessionsOf, { params: { id: 'nobody' } })).code).toBe(6004)
})

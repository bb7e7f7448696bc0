import { me, updateUser } from '@stowage/api/accounts'
import { deleteUser } from '@stowage/api/contracts'
import { createRole, deleteRole, listRoles, updateRole } from '@stowage/api/roles'
import { expect, test } from 'vitest'
import { auditOf } from '../../testing/audit-of.ts'
import { createPerson, type NamedPerson } from '../../testing/people.ts'
import { openPeopledWorld } from '../../testing/peopled-world.ts'
import { createSmallStock } from '../../testing/small-stock.ts'

const { world, people } = await openPeopledWorld()

let count = 0
const staff = async (): Promise<NamedPerson> =>
  await createPerson(world, { email: `staff${(count += 1)}@stowage.example`, platformRole: 'staff' })
const clerk = async (permissions: readonly string[] = ['appeals.read']) =>
  (
    await people.sofia.call(createRole, {
      body: { name: 'Clerk', alias: `clerk-${(count += 1)}`, platformRole: 'staff', permissions },
    })
  ).body

test('the built-in roles come first and show how many accounts have each', async () => {
  const { body } = await people.sofia.call(listRoles)
  expect(body.slice(0, 4).map(({ alias }) => alias)).toEqual(['super', 'admin', 'manager', 'user'])
  const idOf = (wanted: string) => body.find(({ alias }) => alias === wanted)?.id ?? ''
  const give = async (person: NamedPerson, roleId: string) =>
    await people.sofia.call(updateUser, { params: { id: person.id }, body: { roleId } })
  const counts = async () => (await people.sofia.call(listRoles)).body.slice(0, 4).map(({ users }) => users)
  const [supers = 0, admins = 0, managers = 0, clients = 0] = await counts()
  // A manager without the role and one who has it by name, an admin, one of a role of our own, and one who has ended.
  const [plain, named, admin, clerkly, ended] = [
    await staff(),
    await staff(),
    await staff(),
    await staff(),
    await staff(),
  ]
  await give(named, idOf('manager'))
  await give(admin, idOf('admin'))
  await give(clerkly, (await clerk()).id)
  await people.sofia.call(deleteUser, { params: { id: ended.id } })
  expect(await counts()).toEqual([supers, admins + 1, managers + 2, clients])
  await give(plain, idOf('admin'))
  expect(await counts()).toEqual([supers, admins + 2, managers + 1, clients])
})

test('a custom role decides what its people may do, from the next call on', async () => {
  const person = await staff()
  const role = await clerk(['boxes.regroup'])
  expect(
    await people.sofia.call(updateUser, { params: { id: person.id }, body: { roleId: role.id } }),
  ).toMatchObject({ status: 200 })
  const again = await signedInAnew(person)
  expect((await again.call(me)).body).toMatchObject({ roleName: 'Clerk', permissions: ['boxes.regroup'] })

  const changed = await people.sofia.call(updateRole, {
    params: { id: role.id },
    body: { permissions: ['appeals.read', 'dashboard.read'], updated: role.updated ?? null },
  })
  expect(changed).toMatchObject({ status: 200, body: { users: 1 } })
  expect((await again.call(me)).body.permissions).toEqual(['appeals.read', 'dashboard.read'])
  expect(await auditOf(world, role.id)).toMatchObject([
    { action: 'role-created' },
    {
      action: 'role-changed',
      before: { permissions: ['boxes.regroup'] },
      after: { permissions: ['appeals.read', 'dashboard.read'] },
    },
  ])
})

test('a role in use is not deleted; afterwards it is gone, and accounts that have ended let go of it', async () => {
  const person = await staff()
  const role = await clerk()
  await people.sofia.call(updateUser, { params: { id: person.id }, body: { roleId: role.id } })
  const refused = await people.sofia.call(deleteRole, { params: { id: role.id } })
  expect(refused).toMatchObject({ status: 409, code: 9110 })
  expect(refused.errors[0]?.message).toContain('1 account has this role')
  await world.running.platform.db
    .updateTable('account')
    .set({ deleted_at: world.running.platform.clock.now() })
    .where('id', '=', person.id)
    .execute()
  expect(await people.sofia.call(deleteRole, { params: { id: role.id } })).toMatchObject({ status: 200 })
  expect((await people.sofia.call(listRoles)).body.map(({ id }) => id)).not.toContain(role.id)
  expect(await people.sofia.call(deleteRole, { params: { id: role.id } })).toMatchObject({ code: 9104 })
})

test('a role that is deleted while somebody gets it is no role of his, and no fault of ours', async () => {
  const person = await staff()
  const role = await clerk()
  const mayCommit = Promise.withResolvers<void>()
  const gone = Promise.withResolvers<void>()
  const deleting = world.running.platform.transact(async (tx) => {
    await tx.deleteFrom('role').where('id', '=', role.id).execute()
    gone.resolve()
    await mayCommit.promise
  })
  await gone.promise
  const giving = people.sofia.call(updateUser, { params: { id: person.id }, body: { roleId: role.id } })
  await new Promise((resolve) => setTimeout(resolve, 200))
  mayCommit.resolve()
  await deleting
  const refused = await giving
  expect([refused.status, refused.code, refused.errors[0]?.field]).toEqual([400, 9001, 'roleId'])
})

test('a stock that is deleted while somebody is sent there is not there', async () => {
  const person = await staff()
  const { platform, modules } = world.running
  const { stockId } = await createSmallStock({ platform, catalog: modules.catalog })
  const mayCommit = Promise.withResolvers<void>()
  const gone = Promise.withResolvers<void>()
  const deleting = platform.transact(async (tx) => {
    await tx
      .updateTable('stock')
      .set({ deleted_at: platform.clock.now() })
      .where('id', '=', stockId)
      .execute()
    gone.resolve()
    await mayCommit.promise
  })
  await gone.promise
  const sending = people.sofia.call(updateUser, { params: { id: person.id }, body: { stock: stockId } })
  await new Promise((resolve) => setTimeout(resolve, 200))
  mayCommit.resolve()
  await deleting
  expect(await sending).toMatchObject({ code: 6006 })
})

test('built-in roles follow the code', async () => {
  const { body } = await people.sofia.call(listRoles)
  const { id } = body.find(({ alias }) => alias === 'admin')!
  expect(await people.sofia.call(updateRole, { params: { id }, body: { permissions: [] } })).toMatchObject({
    status: 403,
    code: 9103,
  })
  expect(await people.sofia.call(deleteRole, { params: { id } })).toMatchObject({ code: 9103 })
})

test('the second of two editors is told, with the role as it is now', async () => {
  const role = await clerk()
  const params = { id: role.id }
  await people.sofia.call(updateRole, { params, body: { name: 'First', updated: role.updated ?? null } })
  const second = await people.sofia.call(updateRole, {
    params,
    body: { name: 'Second', updated: role.updated ?? null },
  })
  expect(second).toMatchObject({ status: 409, code: 9109 })
  expect(second.errors[0]?.present).toMatchObject({ name: 'First' })
})

test.each([
  ['nothing', {}, { name: 1003, alias: 1003, platformRole: 1003 }],
  ['an alias with capitals', { name: 'A', alias: 'Clerk', platformRole: 'staff' }, { alias: 1005 }],
  ['the alias of a built-in role', { name: 'A', alias: 'admin', platformRole: 'staff' }, { alias: 9000 }],
  [
    'a permission that does not exist',
    { name: 'A', alias: 'aa', platformRole: 'staff', permissions: ['everything'] },
    { 'permissions.0': 1005 },
  ],
  [
    'a permission twice',
    { name: 'A', alias: 'ab', platformRole: 'staff', permissions: ['appeals.read', 'appeals.read'] },
    { permissions: 1005 },
  ],
  [
    'permissions for clients',
    { name: 'A', alias: 'ac', platformRole: 'client', permissions: ['appeals.read'] },
    { permissions: 1005 },
  ],
])('bad input: %s', async (_name, body, expected) => {
  const reply = await people.sofia.send('POST', 'roles', body)
  expect(Object.fromEntries(reply.errors.map(({ field, errorCode }) => [field, errorCode]))).toEqual(expected)
})

/** After his rights were changed, an account signs in anew. */
async function signedInAnew(person: NamedPerson): Promise<NamedPerson> {
  const token = await world.running.modules.accounts.openSessionFor(person.id)
  return { ...person, ...world.person(token) }
}

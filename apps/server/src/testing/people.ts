import { updateUser } from '@stowage/api/accounts'
import { proveSelf } from '@stowage/api/sessions'
import { createAccount, hashPassword, type NewAccount } from '../modules/accounts/index.ts'
import type { Person, Reply, World } from './world.ts'

export const PASSWORD = 'stowage-demo'

export interface NamedPerson extends Person {
  readonly id: string
  readonly email: string
}

export interface People {
  /** A superUser. */
  readonly sofia: NamedPerson
  /** Staff, built-in role admin. */
  readonly adam: NamedPerson
  /** Staff without a named role: a manager. */
  readonly mara: NamedPerson
  /** A client, individual. */
  readonly clara: NamedPerson
  /** Another client, a legal account. */
  readonly leo: NamedPerson
  /** Nobody in particular, without a session. */
  readonly visitor: Person
}

let passwordHash: Promise<string> | undefined

/** Makes an account with the password `stowage-demo` and signs it in. */
export async function createPerson(
  world: World,
  wish: Partial<NewAccount> & Pick<NewAccount, 'email'>,
): Promise<NamedPerson> {
  const { platform, modules } = world.running
  const hash = await (passwordHash ??= hashPassword(PASSWORD))
  const account = await platform.transact((tx) =>
    createAccount(tx, {
      passwordHash: hash,
      platformRole: 'client',
      language: 'en',
      accountType: 'individual',
      firstName: 'Person',
      lastName: 'Test',
      country: 'DE',
      city: 'Berlin',
      address: 'Hauptstr.',
      house: '1',
      zip: '10115',
      phone: '+49 30 1234',
      isAdult: true,
      at: platform.clock.now(),
      ...wish,
    }),
  )
  return {
    ...world.person(await modules.accounts.openSessionFor(account.id)),
    id: account.id,
    email: account.email,
  }
}

let count = 0
/** Somebody in particular to nobody: a client unless wished otherwise, with an e-mail of his own. */
export const somebody = async (world: World, wish: Partial<NewAccount> = {}): Promise<NamedPerson> =>
  await createPerson(world, { email: `somebody${(count += 1)}@tenants.example`, ...wish })

/** Proves that it is the person: the next call that asks for it passes. */
export async function prove(person: Person): Promise<void> {
  const reply = await person.call(proveSelf, { body: { ownPassword: PASSWORD } })
  if (reply.status !== 200) throw new Error(`no proof: ${reply.raw}`)
}

/** A change of an account as a page sends it, with the names on the wire: asked for a proof, it proves and sends it again. */
export async function putUser(person: Person, id: string, body: object): Promise<Reply<unknown>> {
  const reply = await person.send('PUT', `users/${id}`, body)
  if (reply.code !== 9192) return reply
  await prove(person)
  return await person.send('PUT', `users/${id}`, body)
}

/** A picture of one dot, for whatever wants a photo. */
export const DOT = {
  type: 'image/png',
  base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
}

/** The documents that every individual hands in before he signs. */
export async function handInDocuments(person: NamedPerson): Promise<void> {
  for (const kind of ['passportFile', 'selfieFile', 'addressFile']) {
    const reply = await person.call(updateUser, { params: { id: person.id }, body: { [kind]: DOT } })
    if (reply.status >= 400) throw new Error(`a document could not be handed in: ${reply.raw}`)
  }
}

/** The people of most tests, one for each kind of rights. */
export async function createPeople(world: World): Promise<People> {
  return {
    sofia: await createPerson(world, {
      email: 'sofia@stowage.example',
      firstName: 'Sofia',
      lastName: 'Super',
      platformRole: 'superUser',
    }),
    adam: await createPerson(world, {
      email: 'adam@stowage.example',
      firstName: 'Adam',
      lastName: 'Admin',
      platformRole: 'staff',
      roleAlias: 'admin',
    }),
    mara: await createPerson(world, {
      email: 'mara@stowage.example',
      firstName: 'Mara',
      lastName: 'Manager',
      platformRole: 'staff',
    }),
    clara: await createPerson(world, {
      email: 'clara@tenants.example',
      firstName: 'Clara',
      lastName: 'Client',
    }),
    leo: await createPerson(world, {
      email: 'leo@tenants.example',
      firstName: 'Leo',
      lastName: 'Legal',
      accountType: 'legal',
      company: 'Legal & Sons',
    }),
    visitor: world.person(),
  }
}

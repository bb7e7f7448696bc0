import { fetchBoxes } from '@stowage/api/catalog'
import * as contracts from '@stowage/api/contracts'
import type { Answer } from '@stowage/api/endpoint'
import { syncExternal } from '@stowage/api/management-system'
import {
  createExternalStock,
  openExternalDatabase,
  seedExternalSystem,
  type ExternalDatabase,
} from '@stowage/server/testing/external-system'
import { connect } from '@stowage/server/platform/database/connect'
import { createPeople, type NamedPerson, type People } from '@stowage/server/testing/people'
import { createWorld, type World } from '@stowage/server/testing/world'
import { sql } from 'kysely'
import { createTestDatabase } from '../testing/database.ts'

type Box = Answer<typeof fetchBoxes>[number]
type Contract = Answer<typeof contracts.listUserContracts>[number]

/** A server with a stock that a simulated external system keeps: its little warehouse of four units, and what tests ask of both. */
export interface ExternalStock {
  readonly world: World
  readonly people: People
  readonly stockId: string
  readonly behind: ExternalDatabase
  /** The external system's own database. */
  readonly source: ReturnType<typeof connect>['db']
  read(): Promise<Answer<typeof syncExternal>>
  /** Changes something over there, and reads it. */
  change(statement: string): Promise<Answer<typeof syncExternal>>
  boxes(): Promise<Map<string, Box>>
  contractOf(person: NamedPerson): Promise<Contract>
  /** Who was imported, signed in. */
  imported(email: string): Promise<NamedPerson>
  close(): Promise<void>
}

export async function openExternalStock(startAt: string): Promise<ExternalStock> {
  const outside = await createTestDatabase()
  const source = connect(outside.url)
  const behind = await openExternalDatabase(outside.url)
  await seedExternalSystem(source.db)
  await sql`create table ssr_commands (commandid varchar(36) primary key, kind varchar(16) not null, siteid varchar(36) not null, contractid varchar(36), unitid varchar(36), customerid varchar(36), datevalue date, amount decimal(12,2), payload text, createdat timestamp not null, processedat timestamp, result text)`.execute(
    source.db,
  )
  const world = await createWorld({
    startAt,
    config: { locksAllowedAddresses: ['127.0.0.1'], sourcesAllowedAddresses: ['127.0.0.1'] },
  })
  const people = await createPeople(world)
  const { platform, modules } = world.running
  const stockId = await createExternalStock({ platform, catalog: modules.catalog }, behind, {
    openingTime: '00:00',
    closingTime: '23:59',
    daysWithoutFee: 5,
    database: { ...behind.fields, takesCommands: true },
  })
  const { sofia } = people
  const read = async () => (await sofia.call(syncExternal, { params: { stockId } })).body
  return {
    world,
    people,
    stockId,
    behind,
    source: source.db,
    read,
    change: async (statement) => {
      await sql.raw(statement).execute(source.db)
      return await read()
    },
    boxes: async () => {
      const { body } = await sofia.call(fetchBoxes, { query: { stockId } })
      return new Map(body.map((box) => [box.unitNumber, box]))
    },
    contractOf: async (person) => {
      const { body } = await sofia.call(contracts.listUserContracts, {
        params: { userId: person.id },
        query: { status: 'all' },
      })
      const [contract] = body
      if (contract === undefined) throw new Error('no contract came')
      return contract
    },
    imported: async (email) => {
      const row = await platform.db
        .selectFrom('account')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      return { ...world.person(await modules.accounts.openSessionFor(row.id)), id: row.id, email }
    },
    close: async () => {
      await world.close()
      await behind.close()
      await source.close()
      await outside.drop()
    },
  }
}

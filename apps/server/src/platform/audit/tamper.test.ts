import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../tools/testing/database.ts'
import { machineNow } from '../clock.ts'
import { connect, type Connection } from '../database/connect.ts'
import { audit, createTransact, type Transact } from '../database/transaction.ts'
import type { Log } from '../log.ts'
import { newId } from '../ids.ts'
import { forgetPersonal } from './forget-personal.ts'
import { personal } from './personal.ts'
import { sealAudit, verifyAudit, type ChainFault } from './seal.ts'
import { createWitness, readPlace, seenPlace, type Place } from './witness.ts'

let database: TestDatabase
let connection: Connection
let transact: Transact
beforeAll(async () => {
  database = await createTestDatabase()
  connection = connect(database.url)
  transact = createTransact(connection.db, { handlersOf: () => [], machineNow, committed: () => undefined })
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

const IDS = ['r1', 'r2', 'r3', 'r4', 'r5', 'r6']
const seal = async (): Promise<number> => await sealAudit(transact, machineNow().add({ hours: 1 }))
let seen: Place

beforeEach(async () => {
  const { db } = connection
  await sql`truncate audit, audit_personal`.execute(db)
  await sql`delete from setting where name = 'audit-chain'`.execute(db)
  for (const [n, id] of IDS.entries())
    await transact(async (tx) =>
      audit(tx, {
        id,
        at: Temporal.Instant.from('2026-11-21T10:00:00Z').add({ seconds: n }),
        actorId: 'sofia',
        action: 'account-edited',
        subjectType: 'account',
        subjectId: 'clara',
        before: { phone: personal('clara', `+49 ${n}`), level: n },
        after: { phone: personal('clara', { b: 'x', a: [1, 'ü'], number: `+49 ${n + 1}` }), level: n + 1 },
      }),
    )
  await seal()
  const { end } = await verifyAudit(db)
  if (end === null) throw new Error('nothing is sealed')
  seen = end
})

// Makes the hashes of these and all later records fit what stands in them now, and the head with them: what somebody who knows how does.
const RESEAL = `
  do $$ declare r record; prior text := 'genesis'; n bigint := 0; begin
    for r in select id from audit where sequence is not null order by sequence loop
      n := n + 1;
      update audit set sequence = n, previous_hash = prior, hash = encode(sha256(convert_to(prior || E'\\n' ||
        jsonb_build_array(id, extract(epoch from at), extract(epoch from recorded_at), actor_id, on_behalf_of, action, subject_type, subject_id, stock_id, before, after, address)::text, 'UTF8')), 'hex')
        where id = r.id returning hash into prior;
    end loop;
    update setting set value = jsonb_build_object('sequence', n, 'hash', prior) where name = 'audit-chain';
  end $$`
const INSERT = (id: string, sequence: string) => `
  insert into audit (id, at, recorded_at, action, subject_type, sequence, previous_hash, hash)
  select '${id}', at, recorded_at, 'forged', 'stock', ${sequence}, hash, hash from audit where id = 'r3'`
const WITHOUT = (id: string) =>
  `delete from audit_personal where audit_id = '${id}'; delete from audit where id = '${id}'`

interface Case {
  readonly what: string
  readonly by: string
  readonly kind: ChainFault
  /** The record that is named; empty for the end. */
  readonly at: string
  /** Nothing in the database tells: only what was seen before does. */
  readonly isSeenOnly?: boolean
}

const cases: readonly Case[] = [
  {
    what: 'a record changed',
    by: `update audit set action = 'x' where id = 'r3'`,
    kind: 'changed',
    at: 'r3',
  },
  {
    what: 'a time changed',
    by: `update audit set at = at - interval '1 day' where id = 'r3'`,
    kind: 'changed',
    at: 'r3',
  },
  {
    what: 'the first one changed',
    by: `update audit set actor_id = 'mallory' where id = 'r1'`,
    kind: 'changed',
    at: 'r1',
  },
  { what: 'a record removed', by: WITHOUT('r3'), kind: 'missing', at: 'r4' },
  { what: 'the first one removed', by: WITHOUT('r1'), kind: 'missing', at: 'r2' },
  { what: 'the newest removed', by: WITHOUT('r6'), kind: 'cut', at: '' },
  { what: 'all removed', by: IDS.map(WITHOUT).join(';'), kind: 'cut', at: '' },
  {
    what: 'all and the head removed',
    by: `truncate audit, audit_personal; delete from setting where name = 'audit-chain'`,
    kind: 'cut',
    at: '',
    isSeenOnly: true,
  },
  { what: 'the head removed', by: `delete from setting where name = 'audit-chain'`, kind: 'cut', at: '' },
  {
    what: 'the head set back',
    by: `update setting set value = (select jsonb_build_object('sequence', 5, 'hash', hash) from audit where id = 'r5') where name = 'audit-chain'`,
    kind: 'stray',
    at: 'r6',
  },
  {
    what: 'the head with another hash',
    by: `update setting set value = value || '{"hash":"x"}' where name = 'audit-chain'`,
    kind: 'changed',
    at: 'r6',
  },
  {
    what: 'the newest removed and the head set back, as an older backup does',
    by: `${WITHOUT('r6')}; update setting set value = (select jsonb_build_object('sequence', 5, 'hash', hash) from audit where id = 'r5') where name = 'audit-chain'`,
    kind: 'cut',
    at: '',
    isSeenOnly: true,
  },
  { what: 'a record put in behind', by: INSERT('z', '7'), kind: 'order', at: 'z' },
  { what: 'a record put in before', by: INSERT('z', '0'), kind: 'stray', at: 'z' },
  {
    what: 'two exchanged',
    by: `update audit set sequence = null where id = 'r2'; update audit set sequence = 2 where id = 'r3'; update audit set sequence = 3 where id = 'r2'`,
    kind: 'order',
    at: 'r3',
  },
  {
    what: 'a record taken out of the chain',
    by: `update audit set sequence = null, hash = null, previous_hash = null where id = 'r6'`,
    kind: 'cut',
    at: '',
  },
  {
    what: 'a record changed and all sealed anew',
    by: `update audit set action = 'x' where id = 'r3'; ${RESEAL}`,
    kind: 'rewritten',
    at: 'r6',
    isSeenOnly: true,
  },
  {
    what: 'a record removed and all sealed anew',
    by: `${WITHOUT('r3')}; ${RESEAL}`,
    kind: 'cut',
    at: '',
    isSeenOnly: true,
  },
  {
    what: 'words changed',
    by: `update audit_personal set value = '"+49 9"' where audit_id = 'r2' and place = 'before.phone'`,
    kind: 'words',
    at: 'r2',
  },
  {
    what: 'words and their salt changed',
    by: `update audit_personal set value = '"x"', salt = 'y' where audit_id = 'r4' and place = 'after.phone'`,
    kind: 'words',
    at: 'r4',
  },
  {
    what: 'words put in',
    by: `insert into audit_personal (audit_id, place, holder_id, salt, value) values ('r5', 'after.name', 'clara', 'x', '"Clara"')`,
    kind: 'words',
    at: 'r5',
  },
  {
    what: 'words taken away',
    by: `delete from audit_personal where audit_id = 'r5' and place = 'before.phone'`,
    kind: 'words',
    at: 'r5',
  },
  {
    what: 'words given to somebody who will be erased',
    by: `update audit_personal set holder_id = 'leo' where audit_id = 'r5'`,
    kind: 'words',
    at: 'r5',
  },
]

test('an untouched chain is whole, with and without what was seen', async () => {
  const { db } = connection
  expect(await verifyAudit(db)).toMatchObject({ checked: 6, unsealed: 0 })
  expect((await verifyAudit(db, { seen: [seen] })).broken).toBeUndefined()
})

test.each(cases)('$what: $kind', async ({ by, kind, at, isSeenOnly = false }) => {
  const { db } = connection
  // The block of RESEAL holds semicolons of its own.
  for (const statement of by.split(/;(?![^$]*\$\$)/)) await sql.raw(statement).execute(db)
  const [alone, against] = [await verifyAudit(db), await verifyAudit(db, { seen: [seen] })]
  if (isSeenOnly) expect(alone.broken).toBeUndefined()
  else expect(alone.broken).toMatchObject({ kind, id: at })
  expect(against.broken).toMatchObject({ kind, id: at })
})

test('our own sealer seals a changed part anew where it is unsealed: seen before, it is found', async () => {
  const { db } = connection
  await sql`update audit set action = 'x' where id = 'r3'`.execute(db)
  await sql`update setting set value = (select jsonb_build_object('sequence', 2, 'hash', hash) from audit where id = 'r2') where name = 'audit-chain'`.execute(
    db,
  )
  await sql`update audit set sequence = null, hash = null, previous_hash = null where sequence > 2`.execute(
    db,
  )
  await seal()
  expect((await verifyAudit(db)).broken).toBeUndefined()
  expect((await verifyAudit(db, { seen: [seen] })).broken).toMatchObject({ kind: 'rewritten', id: 'r6' })
})

test('who is erased leaves seals without words, and a record that says so', async () => {
  const { db } = connection
  await transact(async (tx) => await forgetPersonal(tx, { now: machineNow }, 'clara'))
  await transact(async (tx) => await forgetPersonal(tx, { now: machineNow }, 'clara'))
  await seal()
  expect(await verifyAudit(db, { seen: [seen] })).toMatchObject({ checked: 7, unsealed: 0 })
  expect((await verifyAudit(db)).broken).toBeUndefined()
})

test('records of before, whose seals do not say of whom, stay whole when their words were erased', async () => {
  const { db } = connection
  await sql`update audit set before = before #- '{phone,of}', after = after #- '{phone,of}'`.execute(db)
  await sql.raw(RESEAL).execute(db)
  expect((await verifyAudit(db)).broken).toBeUndefined()
  await sql`delete from audit_personal where audit_id in ('r1', 'r2')`.execute(db)
  expect((await verifyAudit(db)).broken).toBeUndefined()
  await sql`update audit_personal set value = '"x"' where audit_id = 'r4'`.execute(db)
  expect((await verifyAudit(db)).broken).toMatchObject({ kind: 'words', id: 'r4' })
})

test('a clock that was set back leaves nothing open, and raises no alarm', async () => {
  const { db } = connection
  const now = machineNow()
  const at = (recorded: Temporal.Instant) => ({
    id: newId(),
    at: now,
    recorded_at: recorded,
    action: 'a',
    subject_type: 's',
  })
  await db
    .insertInto('audit')
    .values(at(now.add({ hours: 5 })))
    .execute()
  expect(await sealAudit(transact, now.subtract({ seconds: 1 }), now)).toBe(1)
  await db.insertInto('audit').values(at(now)).execute()
  expect((await verifyAudit(db, { now: now.add({ seconds: 5 }) })).broken).toBeUndefined()
  expect((await verifyAudit(db, { now: now.add({ minutes: 2 }) })).broken?.kind).toBe('unsealed')
})

test('the witness follows the chain, and keeps what it saw when that is not there any more', async () => {
  const { db } = connection
  const kept = new Map<string, Buffer<ArrayBuffer>>()
  const files = {
    get: async (key: string) => kept.get(key),
    put: async (key: string, bytes: Uint8Array) => void kept.set(key, Buffer.from(bytes)),
  }
  const errors: unknown[] = []
  const log = { error: (about: unknown) => errors.push(about) } as unknown as Log
  const look = async (): Promise<void> => await createWitness({ db, files, log })()
  expect(await seenPlace(files)).toBeUndefined()
  await look()
  expect(await seenPlace(files)).toEqual(seen)
  await sql.raw(WITHOUT('r6')).execute(db)
  await sql`update setting set value = (select jsonb_build_object('sequence', 5, 'hash', hash) from audit where id = 'r5') where name = 'audit-chain'`.execute(
    db,
  )
  await look()
  expect([await seenPlace(files), errors]).toEqual([seen, [{ seen: 6, end: 5 }]])
  expect([readPlace('x'), readPlace('6:00'), readPlace('')]).toEqual([undefined, undefined, undefined])
})

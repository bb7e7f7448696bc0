import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { connect } from '@stowage/server/platform/database/connect'
import { migrate, readMigrations } from '@stowage/server/platform/database/migrate'
import type { TestProject } from 'vitest/node'
import { type Postgres, startPostgres } from '../postgres/start-postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    testDatabases: string
  }
}

/**
 * Vitest's global setup: a small server on a unix socket which test workers ask for databases. PostgreSQL starts at the
 * first question and once for all workers; TEST_DATABASE_URL names another server, whose user may create databases.
 */
export default async function serveDatabases(project: TestProject): Promise<() => Promise<void>> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir().length > 60 ? '/tmp' : os.tmpdir(), 'stowage-test-'))
  removeOld(path.dirname(folder))
  let source: Promise<Source> | undefined
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    const answer = async (): Promise<object> => {
      const [word, argument] = (await readAll(socket)).split(' ')
      const databases = await (source ??= openSource(folder))
      if (word === 'create') return { url: await databases.create() }
      await databases.drop(argument ?? '')
      return { url: '' }
    }
    answer()
      .catch((error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }))
      .then((reply) => socket.end(JSON.stringify(reply)))
      .catch(() => socket.destroy())
  })
  const address = path.join(folder, 'databases.sock')
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(address, resolve))
  project.provide('testDatabases', address)
  return async () => {
    server.close()
    await (await source?.catch(() => undefined))?.close()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** A run that was killed leaves a folder with a socket (its database went by itself); yesterday's are nobody's. */
function removeOld(folder: string): void {
  const yesterday = Date.now() - 24 * 3600_000
  for (const name of fs.readdirSync(folder).filter((entry) => entry.startsWith('stowage-test-'))) {
    const stale = path.join(folder, name)
    if ((fs.statSync(stale, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < yesterday)
      fs.rmSync(stale, { recursive: true, force: true })
  }
}

/** node:stream/consumers would destroy the socket at its end, and the answer with it. */
function readAll(socket: net.Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    socket.setEncoding('utf8').on('data', (part: string) => (said += part))
    socket.once('end', () => resolve(said)).once('error', reject)
  })
}

interface Source {
  create(): Promise<string>
  drop(url: string): Promise<void>
  close(): Promise<void>
}

async function openSource(folder: string): Promise<Source> {
  const given = process.env['TEST_DATABASE_URL']
  const postgres: Postgres | undefined = given
    ? undefined
    : await startPostgres({ dataDir: path.join(folder, 'postgres'), durable: false, log: () => undefined })
  const base = given ?? postgres!.url
  const admin = connect(base, { max: 2 })
  const made = new Set<string>()
  const urlOf = (name: string): string => {
    const url = new URL(base)
    url.pathname = `/${name}`
    return url.href
  }
  const remove = async (name: string): Promise<void> => {
    // A test that forgot a connection must not keep its database: force.
    await admin.pool.query(`drop database if exists ${name} with (force)`)
    made.delete(name)
  }
  const template = await makeTemplate()

  /** By the hash of the migrations, so that on a server that stays it is made once; renamed last, so that it is whole. */
  async function makeTemplate(): Promise<string> {
    const hash = createHash('sha256').update(JSON.stringify(readMigrations())).digest('hex').slice(0, 16)
    const name = `stowage_template_${hash}`
    const known = await admin.pool.query('select 1 from pg_database where datname = $1', [name])
    if (known.rowCount) return name
    const draft = `stowage_draft_${randomBytes(6).toString('hex')}`
    await admin.pool.query(`create database ${draft}`)
    await migrate(urlOf(draft))
    await admin.pool.query(`alter database ${draft} rename to ${name}`).catch(async (error: unknown) => {
      await remove(draft)
      // Another run on the same server was quicker.
      if ((error as { code?: string }).code !== '42P04') throw error
    })
    return name
  }

  return {
    async create() {
      const name = `stowage_test_${randomBytes(6).toString('hex')}`
      made.add(name)
      // As files: block by block through the log costs twice the processor.
      await admin.pool.query(`create database ${name} template ${template} strategy file_copy`)
      return urlOf(name)
    },
    async drop(url) {
      const name = new URL(url).pathname.slice(1)
      if (!made.has(name)) throw new Error('not a database of this run')
      // Our own server goes with all its databases in a moment.
      if (given) await remove(name)
    },
    async close() {
      if (given) for (const name of made) await remove(name)
      await admin.close()
      await postgres?.stop()
    },
  }
}

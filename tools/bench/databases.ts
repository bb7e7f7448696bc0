import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { startPostgres } from '../postgres/start-postgres.ts'

/**
 * The address of a PostgreSQL server on which databases may be made: DATABASE_URL, or one of our own in the folder, with its
 * data safe on disk as in production.
 */
export async function openServer(
  folder: string,
  closing: (() => Promise<void>)[],
  say: (text: string) => void,
): Promise<string> {
  const given = process.env['DATABASE_URL']
  if (given !== undefined && given !== '') return given
  const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres'), durable: true, log: say })
  closing.push(postgres.stop)
  return postgres.url
}

export function withDatabase(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

export async function createDatabase(server: string, name: string, template?: string): Promise<void> {
  await run(
    server,
    `drop database if exists ${name} with (force)`,
    `create database ${name}${template === undefined ? '' : ` template ${template}`}`,
  )
}

/** What autovacuum does within a minute of such a filling in any living installation: the planner knows how large tables are. */
export async function gatherStatistics(url: string): Promise<void> {
  await run(url, 'vacuum analyze')
}

async function run(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A folder of the run, and what ends with it, the last first. */
export interface Closing {
  readonly folder: string
  readonly closing: (() => Promise<void>)[]
  close(): Promise<void>
}

/** @param keep a folder that stays; without it a new one that goes */
export function openFolder(parent: string, keep: string | undefined): Closing {
  const folder = keep ?? fs.mkdtempSync(path.join(parent, 'stowage-bench-'))
  fs.mkdirSync(folder, { recursive: true })
  const closing: (() => Promise<void>)[] = []
  if (keep === undefined) closing.push(async () => fs.rmSync(folder, { recursive: true, force: true }))
  return {
    folder,
    closing,
    async close() {
      for (let step = closing.pop(); step; step = closing.pop()) await step()
    },
  }
}

import net from 'node:net'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'

export interface TestDatabase {
  /** A fresh database with every migration applied, for one test file. */
  readonly url: string
  drop(): Promise<void>
}

/**
 * A database of this test file's own, copied from the migrated template. The first call of a run starts PostgreSQL
 * (about a second); a file of pure tests never waits for it. Close your connections, then drop() in afterAll.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const url = await ask('create')
  return { url, drop: async () => void (await ask(`drop ${url}`)) }
}

async function ask(question: string): Promise<string> {
  const socket = net.connect(inject('testDatabases'))
  socket.end(question)
  const answer = JSON.parse(await text(socket)) as { url: string } | { error: string }
  if ('error' in answer) throw new Error(`test database: ${answer.error}`)
  return answer.url
}

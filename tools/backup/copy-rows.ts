import type pg from 'pg'

/** What `pg` calls a query of its own kind; its types do not know COPY. */
interface Connection {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  readonly stream: { pause(): void; resume(): void }
}

interface Submitted {
  submit(connection: Connection): Error | null
  handleError(error: Error): void
  handleReadyForQuery(): void
  handleCommandComplete(): void
  handleCopyInResponse(connection: Connection): void
  handleCopyData(message: { chunk: Buffer }, connection: Connection): void
  handleRowDescription(): void
  handleDataRow(): void
  handlePortalSuspended(): void
  handleEmptyQuery(): void
}

const nothing = {
  handleCommandComplete: () => undefined,
  handleCopyInResponse: () => undefined,
  handleCopyData: () => undefined,
  handleRowDescription: () => undefined,
  handleDataRow: () => undefined,
  handlePortalSuspended: () => undefined,
  handleEmptyQuery: () => undefined,
}

async function run(client: pg.Client, text: string, parts: Partial<Submitted>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const submitted: Submitted = {
      ...nothing,
      ...parts,
      submit(connection) {
        connection.query(text)
        return null
      },
      handleError: reject,
      handleReadyForQuery: resolve,
    }
    client.query(submitted as unknown as pg.Submittable)
  })
}

const nameOf = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(', ')

/**
 * Reads a table as COPY writes it. `each` is waited for before the next part is asked for.
 * @param each gets about `partBytes` at a time, cut between rows
 */
export async function copyOut(
  client: pg.Client,
  { table, columns }: { readonly table: string; readonly columns: readonly string[] },
  partBytes: number,
  each: (part: Buffer, rows: number) => Promise<void>,
): Promise<void> {
  let rows: Buffer[] = []
  let size = 0
  let failed: Error | undefined
  let writing: Promise<void> = Promise.resolve()
  const flush = (connection?: Connection): void => {
    const [part, count] = [Buffer.concat(rows, size), rows.length]
    rows = []
    size = 0
    connection?.stream.pause()
    writing = writing
      .then(async () => await each(part, count))
      .catch((error: unknown) => {
        failed ??= error as Error
      })
      .finally(() => connection?.stream.resume())
  }
  await run(client, `copy "${table}" (${nameOf(columns)}) to stdout`, {
    handleCopyData({ chunk }, connection) {
      rows.push(Buffer.from(chunk))
      size += chunk.length
      if (size >= partBytes) flush(connection)
    },
  })
  if (size > 0) flush()
  await writing
  if (failed) throw failed
}

/** Writes a part of a table that `copyOut` read. */
export async function copyIn(
  client: pg.Client,
  { table, columns }: { readonly table: string; readonly columns: readonly string[] },
  part: Buffer,
): Promise<void> {
  await run(client, `copy "${table}" (${nameOf(columns)}) from stdin`, {
    handleCopyInResponse(connection) {
      connection.sendCopyFromChunk(part)
      connection.endCopyFrom()
    },
  })
}

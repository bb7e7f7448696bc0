import type { Language } from '@stowage/texts/language.ts'
import { personTexts } from '@stowage/texts/person/index.ts'
import { zipped, type ZipEntry } from '../../platform/files/zip.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Accounts } from '../accounts/index.ts'
import { renderDocumentPdf } from '../billing/index.ts'
import { renderContractPdf } from '../contracts/index.ts'
import { personParts } from './person-parts.ts'
import { auditOfPerson, leasesOf, papersOf, personFacts, rowsOf } from './person-view.ts'

export interface Bundled {
  readonly accountId: string
  readonly language: Language
}

interface Tools {
  readonly platform: Platform
  readonly accounts: Accounts
}

/**
 * Everything that is kept of a person as one ZIP archive, made while it is read: the next paper is printed when the one before
 * has been taken, so that a hundred need no more memory than one, and who stops reading stops the printing. The last entry but
 * one names what could not be read; the very last tells what is what, in the person's language.
 */
export async function* bundlePerson(tools: Tools, bundled: Bundled): AsyncGenerator<Buffer, void, void> {
  const now = tools.platform.clock.now().toZonedDateTimeISO('UTC').toPlainDateTime()
  yield* zipped(entriesOf(tools, bundled), now)
}

async function* entriesOf(tools: Tools, bundled: Bundled): AsyncGenerator<ZipEntry, void, void> {
  const { db } = tools.platform
  const { accountId } = bundled
  const listed: Listed[] = []
  for (const [name, parts] of Object.entries(personParts)) {
    const tables = parts.map((part) => ({
      title: part.as ?? part.table,
      rows: rowsOf(db, part, accountId),
    }))
    yield* tabled(name, tables, listed)
  }
  yield* tabled('audit', [{ title: 'audit', rows: auditOfPerson(db, accountId) }], listed)

  const missing: string[] = []
  const folders = { papers: 0, leases: 0, identity: 0 }
  for await (const { folder, ...entry } of filesOf(tools, bundled, missing)) {
    folders[folder] += 1
    yield entry
  }
  yield await readme(tools, bundled, { listed, folders, missing })
}

interface Table {
  readonly title: string
  readonly rows: AsyncGenerator<readonly string[], void, void>
}

/**
 * Tables as one file: `{ "table": [rows], … }`. A long one goes on in a second and a third (`ledger-2.json`): only so many rows are
 * in memory.
 */
async function* tabled(
  name: string,
  tables: readonly Table[],
  listed: Listed[],
): AsyncGenerator<ZipEntry, void, void> {
  let [count, files] = [0, 0]
  const entry = (body: readonly string[]): ZipEntry => {
    files += 1
    return {
      name: files === 1 ? `${name}.json` : `${name}-${files}.json`,
      content: Buffer.from(`{\n${body.join(',\n')}\n}\n`),
    }
  }
  const written = (title: string, rows: readonly string[]): string =>
    `  ${JSON.stringify(title)}: [\n    ${rows.join(',\n    ')}\n  ]`
  let body: string[] = []
  for (const { title, rows } of tables) {
    let open: readonly string[] = []
    for await (const some of rows) {
      if (open.length > 0) {
        yield entry([...body, written(title, open)])
        body = []
      }
      open = some
      count += some.length
    }
    body.push(written(title, open))
  }
  yield entry(body)
  listed.push({ name, count })
}

type Folder = 'papers' | 'leases' | 'identity'
type Filed = ZipEntry & { readonly folder: Folder }

/** Papers, leases, identity documents; one that cannot be made or read is named instead of ending the archive. */
async function* filesOf(
  { platform, accounts }: Tools,
  { accountId, language }: Bundled,
  missing: string[],
): AsyncGenerator<Filed, void, void> {
  const { db, log } = platform
  const names = new Set<string>()
  const filed = (folder: Folder, fileName: string, id: string, content: Uint8Array): Filed => {
    // Two papers may bear the day instead of a number.
    const name = `${folder}/${names.has(`${folder}/${fileName}`) ? `${id}-` : ''}${fileName}`
    names.add(name)
    return { folder, name, content }
  }
  const made = async <T>(id: string, make: () => Promise<T | undefined>): Promise<T | undefined> => {
    try {
      return await make()
    } catch (error) {
      log.error({ err: error, document: id }, 'a file of a person could not be made')
      missing.push(id)
      return undefined
    }
  }
  for (const { id } of await papersOf(db, accountId)) {
    const paper = await made(id, async () => await renderDocumentPdf(db, id, language))
    if (paper) yield filed('papers', paper.fileName, id, paper.pdf)
  }
  for (const { id } of await leasesOf(db, accountId)) {
    const lease = await made(id, async () => await renderContractPdf(db, id, language))
    if (lease) yield filed('leases', lease.fileName, id, lease.pdf)
  }
  for (const document of await accounts.documentsOf(accountId)) {
    if (document.shreddedAt !== null) continue
    const content = await accounts.readDocument(accountId, document.id)
    if (content === null) missing.push(document.id)
    else
      yield filed(
        'identity',
        `${document.kind}-${document.id}.${endingOf(document.contentType)}`,
        document.id,
        content,
      )
  }
}

const ENDINGS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
}
const endingOf = (contentType: string): string => ENDINGS[contentType] ?? 'bin'

interface Listed {
  readonly name: string
  readonly count: number
}

async function readme(
  { platform }: Tools,
  { accountId, language }: Bundled,
  held: {
    readonly listed: readonly Listed[]
    readonly folders: Readonly<Record<Folder, number>>
    readonly missing: readonly string[]
  },
): Promise<ZipEntry> {
  const t = personTexts(language)
  const name = (await personFacts(platform.db, accountId))?.name ?? accountId
  const day = platform.clock.now().toZonedDateTimeISO('UTC').toPlainDate().toString()
  const lines = [
    t('title', { name }),
    t('made', { day, id: accountId }),
    '',
    t('intro'),
    '',
    ...held.listed.map(
      ({ name: file, count }) => `${file}.json: ${t(fileKey(file))} (${t('rows', { count })})`,
    ),
    ...(['papers', 'leases', 'identity'] as const).map(
      (folder) => `${folder}/: ${t(folder)} (${t('rows', { count: held.folders[folder] })})`,
    ),
    '',
    t('notHere'),
    ...(held.missing.length === 0 ? [] : ['', t('missing'), ...held.missing]),
  ]
  // The mark at its head tells every editor that it is UTF-8.
  return { name: `${t('fileName')}.txt`, content: Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`) }
}

type FileKey = Extract<Parameters<ReturnType<typeof personTexts>>[0], `files.${string}`>
const fileKey = (file: string): FileKey => `files.${file}` as FileKey

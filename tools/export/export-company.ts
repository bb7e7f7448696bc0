import type { ExportManifest } from '@stowage/server/modules/reports/company-export/manifest'
import { openParts } from '@stowage/server/modules/reports/company-export/open-parts'
import { writeCompanyExport } from '@stowage/server/modules/reports/company-export/write-export'
import { note } from '@stowage/server/platform/audit/author'
import { createClock, machineNow } from '@stowage/server/platform/clock'
import type { Config } from '@stowage/server/platform/config'
import { connect } from '@stowage/server/platform/database/connect'
import { createTransact } from '@stowage/server/platform/database/transaction'
import type { Files } from '@stowage/server/platform/files/files'
import { fingerprint, readFingerprints } from '@stowage/server/platform/processes/key-fingerprints'

interface Wish {
  readonly databaseUrl: string
  readonly files: Files
  readonly secrets: Pick<Config['secrets'], 'storageKey'>
  readonly target: string
  readonly withIdentity: boolean
  /** Tests make long kinds of short ones. */
  readonly partBytes?: number
}

/**
 * The export as the command makes it, past every server: what is sealed is opened with the key of this machine.
 * @throws Error for a key that is not the one of the database, before anything is written
 */
export async function exportCompany(wish: Wish): Promise<ExportManifest> {
  const { db, close } = connect(wish.databaseUrl)
  const { storageKey } = wish.secrets
  const clock = createClock()
  try {
    const known = (await readFingerprints(db))?.storageKey
    const given = fingerprint(storageKey)
    if (known !== undefined && known !== given)
      throw new Error(
        `STORAGE_KEY is not the one of this database (fingerprint ${known}; the one given has ${given}): give that one, or the DATA_DIR with its secrets.json`,
      )
    const offset = await db
      .selectFrom('setting')
      .select('value')
      .where('name', '=', 'business-clock')
      .executeTakeFirst()
    clock.follow((offset?.value as { offsetMs?: number } | undefined)?.offsetMs ?? 0)
    const transact = createTransact(db, { handlersOf: () => [], machineNow, committed: () => undefined })
    return await writeCompanyExport(
      {
        ...openParts({ db, files: wish.files, storageKey }),
        begin: async (identityDocuments) =>
          await transact(async (tx) =>
            note(
              tx,
              clock,
              { actorId: null },
              {
                action: 'company-exported',
                subjectType: 'company',
                subjectId: null,
                after: { identityDocuments },
              },
            ),
          ),
        ...(wish.partBytes === undefined ? {} : { partBytes: wish.partBytes }),
      },
      wish,
    )
  } finally {
    await close()
  }
}

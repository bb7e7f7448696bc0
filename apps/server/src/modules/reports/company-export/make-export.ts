import { note } from '../../../platform/audit/author.ts'
import { machineNow } from '../../../platform/clock.ts'
import { blameOf } from '../../../platform/database/patience.ts'
import { StorageAway } from '../../../platform/files/object-storage.ts'
import { newFileKey } from '../../../platform/files/seal-file.ts'
import { packArchive } from '../../../platform/files/write-archive.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createSealer, type Sealer } from '../../../platform/seal.ts'
import { keepPieces, PIECE_BYTES, removePieces } from './export-pieces.ts'
import {
  countPiece,
  endDueExports,
  exportsToClear,
  failTurn,
  finishTurn,
  giveTurnBack,
  noPieces,
  renewTurn,
  takeTurn,
  type ExportTurn,
} from './export-store.ts'
import type { ExportManifest } from './manifest.ts'
import { openParts } from './open-parts.ts'
import { fillExport } from './write-export.ts'

/** A server that is not heard of for so long is at it no more. */
const LEASE = { seconds: 60 }
const RENEW_MS = 2000
/** Whoever cannot renew ends in time before another one begins. */
const HELD_AT_MOST = { seconds: 45 }
const MOST_TRIES = 3
/** Personal data of everybody lie no longer than it takes to fetch them. */
const KEPT = { hours: 24 }

/** Seals the key of an archive's pieces. */
export const exportSealer = (storageKey: string): Sealer => createSealer(storageKey, 'company export')

/** The turn has gone to another server, or the archive was given up. */
class TurnOver extends Error {}

/**
 * One turn of the job: deletes what has had its day, and makes the archive that somebody waits for. It works for as long as that
 * takes, on one server; one that dies is followed by another, from the beginning.
 */
export async function makeExports(
  platform: Platform,
  stopping?: AbortSignal,
  pieceBytes = PIECE_BYTES,
): Promise<void> {
  const { db, files, transact } = platform
  const now = machineNow()
  await transact(async (tx) => await endDueExports(tx, now, MOST_TRIES))
  for (const old of await exportsToClear(db, now)) {
    await removePieces(files, old, old.pieces)
    await noPieces(db, old)
  }
  const turn = await transact(async (tx) => await takeTurn(tx, now, now.add(LEASE)))
  if (turn === undefined) return
  if (turn.leftPieces > 0) await removePieces(files, { id: turn.id, tries: turn.tries - 1 }, turn.leftPieces)
  await makeOne(platform, turn, stopping, pieceBytes)
}

async function makeOne(
  platform: Platform,
  turn: ExportTurn,
  stopping: AbortSignal | undefined,
  pieceBytes: number,
): Promise<void> {
  const { db, files, log } = platform
  const standing = { things: 0, about: 0, bytes: 0 }
  const mine = new AbortController()
  let renewed = machineNow()
  const goesOn = (): void => {
    stopping?.throwIfAborted()
    mine.signal.throwIfAborted()
    if (Temporal.Instant.compare(machineNow(), renewed.add(HELD_AT_MOST)) > 0) throw new TurnOver()
  }
  const renew = async (): Promise<void> => {
    const now = machineNow()
    if (await renewTurn(db, turn, standing, now.add(LEASE))) renewed = now
    else mine.abort(new TurnOver())
  }
  const timer = setInterval(() => void renew().catch(() => undefined), RENEW_MS)
  let kept = 0
  try {
    const { key, sealedKey } = newFileKey(exportSealer(platform.config.secrets.storageKey), turn.id)
    const counted = async (pieces: number, bytes: number): Promise<void> => {
      goesOn()
      if (!(await countPiece(db, turn, pieces))) throw new TurnOver()
      kept = pieces
      standing.bytes = bytes
    }
    const { missing } = await packArchive(
      async (bytes) => await keepPieces(bytes, { files, of: turn, key, pieceBytes, counted }),
      async (archive) => {
        const watched = {
          entries: archive.entries,
          add: async (name: string, bytes: Buffer) => {
            goesOn()
            await archive.add(name, bytes)
          },
        }
        return await fill(platform, turn, watched, (things, about) => {
          goesOn()
          Object.assign(standing, { things, about })
        })
      },
    )
    const at = machineNow()
    const made = {
      ...standing,
      pieces: kept,
      missing: missing.length,
      sealedKey,
      at,
      deletesAt: at.add(KEPT),
    }
    if (!(await finishTurn(db, turn, made))) throw new TurnOver()
  } catch (error) {
    await endTurn(error)
  } finally {
    clearInterval(timer)
  }

  async function endTurn(error: unknown): Promise<void> {
    if (error instanceof TurnOver || mine.signal.aborted) {
      await removePieces(files, turn, kept)
      return await noPieces(db, turn)
    }
    if (stopping?.aborted === true) return await giveTurnBack(db, turn)
    log.error({ err: error, export: turn.id }, 'the archive of the company could not be made')
    if (error instanceof StorageAway) return await failTurn(db, turn, 'storage', machineNow())
    // Without a database: its time runs out, and the next turn anywhere tries again.
    if (blameOf(error) !== 'database') await failTurn(db, turn, 'other', machineNow())
  }
}

/** Who asked has it in the audit that documents of people were read, before the first is. */
async function fill(
  platform: Platform,
  turn: ExportTurn,
  archive: Parameters<typeof fillExport>[0],
  went: (things: number, about: number) => void,
): Promise<ExportManifest> {
  const { db, files, config, clock, transact } = platform
  const parts = {
    ...openParts({ db, files, storageKey: config.secrets.storageKey }),
    went,
    begin: async (identityDocuments: number) =>
      await transact(async (tx) =>
        note(
          tx,
          clock,
          { actorId: turn.askedById },
          {
            action: 'company-exported',
            subjectType: 'company',
            subjectId: turn.id,
            after: { identityDocuments },
          },
        ),
      ),
  }
  return await fillExport(archive, parts, turn.withIdentity)
}

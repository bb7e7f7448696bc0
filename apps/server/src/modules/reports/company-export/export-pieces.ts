import type { Files } from '../../../platform/files/files.ts'
import { openFile, sealFile } from '../../../platform/files/seal-file.ts'

/** The folder of the file storage in which archives stand, in pieces. */
export const EXPORTS_FOLDER = 'company-exports'
/** Sealing one takes some milliseconds of the event loop, and one is in memory at a time. */
export const PIECE_BYTES = 4 * 1024 * 1024

export interface Pieces {
  readonly id: string
  readonly tries: number
}

/** A file of the storage is whole in memory, and an archive is not: it stands in pieces, each bound to its place. */
const placeOf = ({ id, tries }: Pieces, index: number): string =>
  `${id}.${tries}.${String(index).padStart(6, '0')}`
const keyOf = (of: Pieces, index: number): string => `${EXPORTS_FOLDER}/${placeOf(of, index)}`

/**
 * Keeps what comes, sealed, piece by piece.
 * @param counted told the number of the piece before it is written; ends it by throwing
 */
export async function keepPieces(
  source: AsyncIterable<Buffer>,
  wish: {
    readonly files: Files
    readonly of: Pieces
    readonly key: Uint8Array
    readonly pieceBytes: number
    counted(pieces: number, bytes: number): Promise<void>
  },
): Promise<void> {
  const { files, of, key } = wish
  let pieces = 0
  let bytes = 0
  let held: Buffer[] = []
  let size = 0
  const flush = async (): Promise<void> => {
    const plain = Buffer.concat(held, size)
    held = []
    size = 0
    bytes += plain.length
    await wish.counted(pieces + 1, bytes)
    await files.put(keyOf(of, pieces), sealFile(plain, key, placeOf(of, pieces)))
    pieces += 1
  }
  for await (const chunk of source)
    for (let at = 0; at < chunk.length;) {
      const part = chunk.subarray(at, at + wish.pieceBytes - size)
      held.push(part)
      size += part.length
      at += part.length
      if (size === wish.pieceBytes) await flush()
    }
  if (size > 0) await flush()
}

/** @throws where a piece is missing, or is not what was kept there */
export async function* readPieces(
  files: Files,
  of: Pieces,
  pieces: number,
  key: Uint8Array,
): AsyncGenerator<Buffer, void, void> {
  for (let index = 0; index < pieces; index += 1) {
    const sealed = await files.get(keyOf(of, index))
    if (sealed === undefined) throw new Error(`piece ${index} of the archive ${of.id} is not there`)
    yield openFile(sealed, key, placeOf(of, index))
  }
}

export async function removePieces(files: Files, of: Pieces, pieces: number): Promise<void> {
  for (let index = 0; index < pieces; index += 1) await files.remove(keyOf(of, index))
}

export const hasFirstPiece = async (files: Files, of: Pieces): Promise<boolean> =>
  (await files.get(keyOf(of, 0))) !== undefined

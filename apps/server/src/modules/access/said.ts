import { errorText } from '@stowage/texts/errors/index.ts'
import { isSuperUser, type Actor, type Language } from '../../platform/http/actor.ts'
import type { HistoryRow, Reader } from './history-view.ts'

/** Records with their codes in words. */
export const said = (rows: readonly HistoryRow[], language: Language) =>
  rows.map(({ differsCode, ...row }) => ({
    ...row,
    message: row.code === null ? null : errorText(row.code, language),
    differs: differsCode === null ? null : { code: differsCode, message: errorText(differsCode, language) },
  }))

export const readerOf = (actor: Actor): Reader => ({ id: actor.id, seesAll: isSuperUser(actor) })

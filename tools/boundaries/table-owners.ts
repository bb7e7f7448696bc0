import type { Finding, SourceFacts } from './read-source.ts'
import { isTest, zoneOf } from './zones.ts'

export interface Place {
  readonly file: string
  readonly line: number
}

/** The rooms of the server that write each table, each with the place where it does so first. */
export function tableWriters(files: readonly SourceFacts[]): Map<string, Map<string, Place>> {
  return roomsByTable(files, (facts) => facts.writes)
}

/**
 * The one room of the server to which a table belongs: the only one that writes it or, as long as nobody does, the only
 * one that reads it.
 * @throws when the sources name no such room, or two
 */
export function tableOwners(files: readonly SourceFacts[]): (table: string) => string {
  const writers = tableWriters(files)
  const readers = roomsByTable(files, (facts) => facts.reads)
  return (table) => {
    const rooms = [...(writers.get(table) ?? readers.get(table) ?? new Map<string, Place>()).keys()]
    const [owner] = rooms
    if (owner === undefined || rooms.length > 1)
      throw new Error(`whose table is ${table}? written or read by: ${rooms.join(', ') || 'nobody'}`)
    return owner
  }
}

function roomsByTable(
  files: readonly SourceFacts[],
  findings: (facts: SourceFacts) => readonly Finding[],
): Map<string, Map<string, Place>> {
  const found = new Map<string, Map<string, Place>>()
  for (const facts of files) {
    const zone = zoneOf(facts.file)
    if (zone?.area !== 'apps/server' || isTest(facts.file)) continue
    for (const { text: table, line } of findings(facts)) {
      const rooms = found.get(table) ?? new Map<string, Place>()
      if (!rooms.has(zone.room)) rooms.set(zone.room, { file: facts.file, line })
      found.set(table, rooms)
    }
  }
  return found
}

import type { ExternalSystem } from '../catalog/index.ts'

/** One row of the external system's map view; texts as its database has them, numbers in plan units. */
export interface SourceMapObject {
  readonly mapName: string
  readonly objectNo: number
  readonly unitNumber: string | null
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly rotation: number | null
}

/** An external system that is read and never written. One kind of database is one implementation. */
export interface Source {
  /** Objects of every map of the site, map by map. @throws SourceFailure */
  mapObjects(system: ReachableSystem): Promise<readonly SourceMapObject[]>
}

/** A system whose address was looked up and may be called. */
export interface ReachableSystem extends Readonly<{
  [Field in keyof ExternalSystem]: NonNullable<ExternalSystem[Field]>
}> {
  /** The address behind `server`: it is connected to, so that a name cannot lead elsewhere at a second look. */
  readonly address: string
}

/** Why an external system could not be read: error 2 for whoever waits. */
type SourceTrouble = 'noSource' | 'sourceAway' | 'sourceRefuses' | 'sourceUnknown' | 'sourceKind'

export class SourceFailure extends Error {
  readonly trouble: SourceTrouble
  constructor(trouble: SourceTrouble, reason: string, cause?: unknown) {
    super(reason, { cause })
    this.name = 'SourceFailure'
    this.trouble = trouble
  }
}

// Made from the migrated database by `node tools/generate-schema.ts`; a test holds it against the migrations.
import type { Json } from '../json.ts'

export interface FloorMapTable {
  stock_id: string
  name: string
  position: number
  objects: Json
  updated_at: Temporal.Instant
  id: string
  version: number
  deleted_at: Temporal.Instant | null
  background: Json | null
}

export interface FloorMapVersionTable {
  map_id: string
  version: number
  objects: Json
  saved_at: Temporal.Instant
  saved_by_id: string | null
  origin: string
  added: number
  changed: number
  removed: number
}

export interface MapsTables {
  floor_map: FloorMapTable
  floor_map_version: FloorMapVersionTable
}

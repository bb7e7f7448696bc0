// Made from the migrated database by `node tools/generate-schema.ts`; a test holds it against the migrations.
import type { Json } from '../json.ts'

export interface FloorMapTable {
  stock_id: string
  name: string
  position: number
  objects: Json
  updated_at: Temporal.Instant
}

export interface MapsTables {
  floor_map: FloorMapTable
}

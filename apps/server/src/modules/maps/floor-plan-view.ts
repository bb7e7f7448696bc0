import type { BindableBox } from '@stowage/domain/map-object'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { MapObject } from '@stowage/domain/map-object'

export interface FloorPlans {
  readonly maps: readonly { readonly name: string; readonly objects: readonly MapObject[] }[]
  readonly boxes: readonly BindableBox[]
}

/** The plans of a stock in their order and the boxes that may stand on them; undefined for a stock that is not there. */
export async function readFloorPlans(db: Database, stockId: string): Promise<FloorPlans | undefined> {
  const { rows } = await sql<{ maps: FloorPlans['maps'] | null; boxes: FloorPlans['boxes'] | null }>`
    select (select json_agg(json_build_object('name', m.name, 'objects', m.objects) order by m.position, m.name) from floor_map m where m.stock_id = s.id and m.deleted_at is null) as maps,
           (select json_agg(json_build_object('id', b.id, 'unitNumber', b.unit_number)) from box b where b.stock_id = s.id and b.deleted_at is null) as boxes
      from stock s where s.id = ${stockId} and s.deleted_at is null`.execute(db)
  const [row] = rows
  return row && { maps: row.maps ?? [], boxes: row.boxes ?? [] }
}

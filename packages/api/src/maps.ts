import * as z from 'zod/mini'
import { limits } from '@stowage/domain/limits'
import { endpoint } from './endpoint.ts'
import { MapBackground, MapObject, MapRecord, MapVersion } from './entities/maps.ts'
import { base64File, flag, id, pathId, text, whole } from './fields.ts'

export const getMap = endpoint({
  module: 'maps',
  method: 'GET',
  path: 'stocks/{stockId}/map',
  summary: 'Floor plans of a stock, by name in order',
  access: 'public',
  params: z.object({ stockId: pathId() }),
  answer: z.record(z.string(), z.array(MapObject)),
  errors: [6006],
})

const ofStock = z.object({ stockId: pathId() })
/** A map is named by its name (decision 1). */
const ofMap = z.object({ stockId: pathId(), mapId: z.string().check(z.maxLength(64)) })
const name = () => text(...limits.plan.name)

export const saveMap = endpoint({
  module: 'maps',
  method: 'POST',
  path: 'stocks/{stockId}/map',
  summary: 'Save a floor plan under its name; a new name makes a new map',
  access: [],
  params: ofStock,
  body: z.object({
    mapId: name(),
    /** Checked one by one: what is wrong is named as `objects.3.fill`. */
    objects: z.array(z.unknown(), '1005'),
    /** The version this drawing began with, 0 for a map that is new; where it is not sent, nobody is asked. */
    version: z.optional(whole(0, 1_000_000_000)),
    /** The map whose version that is: another one may have got its name, and has versions of its own. */
    id: z.optional(id()),
    /** The earlier version which this drawing brings back. */
    restored: z.optional(whole(1, 1_000_000_000)),
    /** It was read from a file or from the external system. */
    imported: z.optional(flag()),
  }),
  answer: MapRecord,
  // A little more than the objects may be, so that it is this call that says so, in the caller's language.
  bodyLimit: limits.plan.bytes + 1024 * 1024,
  errors: [6006, 9109, 9113],
})
export const listMaps = endpoint({
  module: 'maps',
  method: 'GET',
  path: 'stocks/{stockId}/maps',
  summary: 'The maps of a stock without their drawings: version, who saved it, its scan; deleted ones last',
  access: [],
  params: ofStock,
  answer: z.array(MapRecord),
  errors: [6006],
})
export const orderMaps = endpoint({
  module: 'maps',
  method: 'PUT',
  path: 'stocks/{stockId}/maps',
  summary: 'The order of the maps; each is named once',
  access: [],
  params: ofStock,
  body: z.object({ order: z.array(name(), '1005') }),
  answer: z.array(MapRecord),
  errors: [6006, 9109],
})
export const renameMap = endpoint({
  module: 'maps',
  method: 'PUT',
  path: 'stocks/{stockId}/maps/{mapId}',
  summary: 'Give a map another name; its drawing stays as it is',
  access: [],
  params: ofMap,
  body: z.object({ name: name() }),
  answer: MapRecord,
  errors: [6006, 9000, 9104],
})
export const deleteMap = endpoint({
  module: 'maps',
  method: 'DELETE',
  path: 'stocks/{stockId}/maps/{mapId}',
  summary: 'Take a map away; it can be taken back',
  access: [],
  params: ofMap,
  answer: MapRecord,
  errors: [6006, 9104],
})
export const undeleteMap = endpoint({
  module: 'maps',
  method: 'POST',
  path: 'stocks/{stockId}/maps/{id}/undelete',
  summary: 'Take a deleted map back, as the last one; by its id, for its name may have been given again',
  access: [],
  params: z.object({ stockId: pathId(), id: pathId() }),
  answer: MapRecord,
  errors: [6006, 9000, 9104, 9113],
})
export const listMapVersions = endpoint({
  module: 'maps',
  method: 'GET',
  path: 'stocks/{stockId}/maps/{mapId}/versions',
  summary: 'What was saved of a map, the last first',
  access: [],
  params: ofMap,
  answer: z.array(MapVersion),
  errors: [9104],
})
export const getMapVersion = endpoint({
  module: 'maps',
  method: 'GET',
  path: 'stocks/{stockId}/maps/{mapId}/versions/{version}',
  summary: 'The objects of an earlier version',
  access: [],
  params: z.extend(ofMap, { version: z.string().check(z.maxLength(10)) }),
  answer: z.array(MapObject),
  errors: [9104],
})
export const setMapBackground = endpoint({
  module: 'maps',
  method: 'PUT',
  path: 'stocks/{stockId}/maps/{mapId}/background',
  summary: 'A scan of the real plan to draw over, or where it lies; only who draws sees it',
  access: [],
  params: ofMap,
  // A scan of 10 MB as base64 in JSON.
  bodyLimit: 14 * 1024 * 1024,
  body: z.extend(z.omit(MapBackground, { file: true }), { scan: z.optional(base64File()) }),
  answer: MapRecord,
  errors: [6006, 9104, 9113],
})
export const deleteMapBackground = endpoint({
  module: 'maps',
  method: 'DELETE',
  path: 'stocks/{stockId}/maps/{mapId}/background',
  summary: 'Take the scan away',
  access: [],
  params: ofMap,
  answer: MapRecord,
  errors: [6006, 9104],
})
export const getMapBackground = endpoint({
  module: 'maps',
  method: 'GET',
  path: 'stocks/{stockId}/maps/{mapId}/background/{name}',
  summary: 'The scan of a map by the name in `file`; a name never gets another picture',
  access: [],
  kind: 'file',
  media: 'image/*',
  params: z.extend(ofMap, { name: z.string().check(z.maxLength(64)) }),
  errors: [9104],
})

import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { MapObject } from './entities/maps.ts'
import { pathId } from './fields.ts'
import { wire } from './wire.ts'

export const getExternalMaps = endpoint({
  module: 'management-system',
  method: 'GET',
  path: 'stocks/{stockId}/mapSM',
  summary: 'Floor plans as the external management system has them; nothing is stored',
  access: [],
  params: z.object({ stockId: pathId() }),
  /** Objects of one map stand together, in the order of the maps. */
  answer: z.array(wire(z.extend(MapObject, { mapName: z.string() }), { mapName: 'MapName' })),
  errors: [2, 6006, 9113],
})

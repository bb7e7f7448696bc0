import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { MapObject } from './entities/maps.ts'
import { pathId } from './fields.ts'

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

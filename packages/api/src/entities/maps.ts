import * as z from 'zod/mini'
import { mapObjectTypes } from '@stowage/domain/map-object'
import { wire } from '../wire.ts'
import { maybe, text } from './answer.ts'

export const MapObject = wire(
  z.object({
    type: z.enum(mapObjectTypes),
    uuid: text(),
    x: z.number(),
    y: z.number(),
    width: maybe(z.number()),
    height: maybe(z.number()),
    rotate: maybe(z.number()),
    fill: maybe(text()),
    stroke: maybe(text()),
    strokeWidth: maybe(z.number()),
    radius: maybe(z.number()),
    blendMode: maybe(text()),
    text: maybe(text()),
    fontFamily: maybe(text()),
    fontSize: maybe(z.number()),
    fontWeight: maybe(text()),
    fontStyle: maybe(text()),
    textDecoration: maybe(text()),
    textColor: maybe(text()),
    xlinkHref: maybe(text()),
    closed: maybe(z.boolean()),
    moveX: maybe(z.number()),
    moveY: maybe(z.number()),
    path: maybe(
      z.readonly(
        z.array(
          z.object({
            x1: z.number(),
            y1: z.number(),
            x2: z.number(),
            y2: z.number(),
            x: z.number(),
            y: z.number(),
          }),
        ),
      ),
    ),
    boxId: maybe(text()),
    role: maybe(text()),
    locked: maybe(z.boolean()),
  }),
  {},
)

/** Where a scan lies under the drawing, in plan units. */
export const MapBackground = z.object({
  file: text(),
  x: z.number().check(z.gte(-100_000), z.lte(100_000)),
  y: z.number().check(z.gte(-100_000), z.lte(100_000)),
  width: z.number().check(z.gt(0), z.lte(100_000)),
  height: z.number().check(z.gt(0), z.lte(100_000)),
  opacity: z.number().check(z.gte(0), z.lte(1)),
})

/** A map without its drawing. */
export const MapRecord = z.object({
  id: text(),
  mapId: text(),
  version: z.int(),
  objectCount: z.int(),
  updated: text(),
  /** Who saved it last; null for the system itself. */
  savedBy: z.nullable(text()),
  deleted: z.nullable(text()),
  background: z.nullable(MapBackground),
})

/** A drawing that was saved, with what it changed against the one before. */
export const MapVersion = z.object({
  version: z.int(),
  saved: text(),
  savedBy: z.nullable(text()),
  origin: z.enum(['drawn', 'imported', 'restored']),
  objectCount: z.int(),
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
})

import * as z from 'zod/mini'
import { wire } from '../wire.ts'
import { maybe, text } from './answer.ts'

export const MapObject = wire(
  z.object({
    type: z.enum([
      'rectangle',
      'circle',
      'polygon',
      'text',
      'image',
      'rectangle-with-text',
      'polygon-with-text',
    ]),
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
    boxId: maybe(text()),
    role: maybe(text()),
  }),
  {},
)

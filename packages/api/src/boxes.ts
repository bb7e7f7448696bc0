import * as z from 'zod/mini'
import { boxColumns } from '@stowage/domain/box-table'
import { rowFlaws } from '@stowage/domain/table-cells'
import { isOwnBoxSize, parseLockId } from '@stowage/domain/box'
import { limits } from '@stowage/domain/limits'
import { endpoint } from './endpoint.ts'
import { BoxRecord } from './entities/catalog.ts'
import { maybe, text as said } from './entities/answer.ts'
import { id, instant, minor, missing, ofStock, optionalText, pathId, text, whole } from './fields.ts'
import { columnChoices, tableHeads } from './table-imports.ts'
import { wire } from './wire.ts'

/** m² (m³ for KB units): 1–92 in halves (decisions.md D23). */
const boxSize = () => z.number(missing('1005')).check(z.refine((size) => isOwnBoxSize(size), '1005'))

/** `X:YY:ZZ`; null or nothing typed: no lock. 1005 for another form, 6013 for 00. */
const lockId = () =>
  z.optional(
    z.nullable(
      z.string('1005').check(
        z.trim(),
        z.refine((value) => value === '' || problemOf(value) !== 1005, { error: '1005', abort: true }),
        z.refine((value) => value === '' || problemOf(value) !== 6013, '6013'),
        z.meta({ pattern: '^(\\d:\\d\\d:\\d\\d)?$' }),
      ),
    ),
  )
function problemOf(value: string): number | null {
  const parsed = parseLockId(value)
  return parsed.ok ? null : parsed.code
}

const metres = () =>
  z.optional(z.nullable(z.number('1005').check(z.refine((value) => value > 0 && value <= 99, '1005'))))
const floor = () => z.optional(z.nullable(whole(limits.floor.min, limits.floor.max)))
const ownRate = () => z.optional(z.nullable(minor()))
const unitNumber = () => optionalText(...limits.text.unitNumber)
const description = () => optionalText(...limits.text.boxDescription)

const outside = { unitNumber: 'UnitNumber', height: 'Height', width: 'Width', depth: 'Depth' } as const

const boxFields = {
  size: boxSize(),
  description: description(),
  lockId: lockId(),
  floor: floor(),
  height: metres(),
  width: metres(),
  depth: metres(),
  ownRate: ownRate(),
}

export const createBox = endpoint({
  module: 'catalog',
  method: 'POST',
  path: 'boxes',
  summary: 'A box; without a number it gets the next free one of its stock',
  access: [],
  body: wire(z.object({ ...boxFields, stockId: id(), unitNumber: unitNumber() }), outside, {
    unitNumber: ['number'],
  }),
  answer: BoxRecord,
  errors: [6006, 6011, 6013, 9000],
})

export const updateBox = endpoint({
  module: 'catalog',
  method: 'PUT',
  path: 'boxes/{id}',
  summary:
    'Change a box; what is not sent stays. Its category and rate follow its size, running contracts keep their price',
  access: [],
  params: z.object({ id: pathId() }),
  body: wire(
    z.object({
      ...boxFields,
      /** A new one is 1–92 in halves; what came from outside may be sent back as it is. */
      size: z.optional(z.number('1005').check(z.refine((size) => size > 0 && size < 10_000, '1005'))),
      unitNumber: unitNumber(),
      /** A box stays where it was built: only its own stock is taken. */
      stockId: z.optional(z.string()),
      updated: z.optional(z.nullable(instant())),
    }),
    outside,
    { unitNumber: ['number'] },
  ),
  answer: BoxRecord,
  errors: [6003, 6005, 6007, 6011, 6013, 9000, 9109, 9112],
})

export const deleteBox = endpoint({
  module: 'catalog',
  method: 'DELETE',
  path: 'boxes/{id}',
  summary: 'Take a box that nobody holds out of its stock',
  access: [],
  params: z.object({ id: pathId() }),
  query: ofStock(),
  errors: [6003, 6005, 6007, 9110],
})

export const regroupBoxes = endpoint({
  module: 'catalog',
  method: 'PUT',
  path: 'boxes/regroup',
  summary: 'Category and rate of every box by the present categories',
  access: ['boxes.regroup'],
  /** Boxes whose category or rate has changed. */
  answer: z.object({ boxes: z.int() }),
})

export const createBoxSeries = endpoint({
  module: 'catalog',
  method: 'POST',
  path: 'boxes/series',
  summary: 'Boxes A001–A120, all of one size',
  access: [],
  body: wire(
    z.object({
      stockId: id(),
      /** `A001–A120` */
      series: text(1, 80),
      size: boxSize(),
      floor: floor(),
      height: metres(),
      width: metres(),
      depth: metres(),
      description: description(),
      ownRate: ownRate(),
    }),
    { height: 'Height', width: 'Width', depth: 'Depth' },
  ),
  answer: z.object({ boxes: z.int() }),
  errors: [6006, 9000],
})

const table = z.object({
  stockId: id(),
  /** The file's text: a row of heads, then a box a row. */
  csv: z.string(missing('1005')).check(z.refine((value) => value.trim() !== '', '1003')),
  columns: columnChoices(),
})
/** A thousand rows of every column at its longest. */
const TABLE_BYTES = 2 * 1024 * 1024

/** A row of a table as it would become a box; boxes of rows with problems are not made. */
const ImportRow = z.object({
  line: z.int(),
  unitNumber: said(),
  size: z.number(),
  floor: maybe(z.int()),
  lockId: maybe(said()),
  ownRate: maybe(z.int()),
  monthRate: maybe(z.int()),
  category: maybe(said()),
  description: maybe(said()),
  /** `typed`: what stands in the cell, where it could not be read; `flaw`: it is the row that is wrong, from this cell on. */
  problems: z.array(
    z.object({
      field: z.enum(boxColumns),
      code: z.int(),
      flaw: z.optional(z.enum(rowFlaws)),
      message: said(),
      typed: said(),
    }),
  ),
})
export const previewImport = endpoint({
  module: 'catalog',
  method: 'POST',
  path: 'boxes/import/preview',
  summary: 'What a table of boxes would make, with the errors of each row; nothing is written',
  access: [],
  bodyLimit: TABLE_BYTES,
  body: table,
  answer: z.object({
    problem: z.nullable(z.enum(['empty', 'noSize', 'twice', 'tooMany'])),
    ...tableHeads(boxColumns),
    rows: z.array(ImportRow),
  }),
  errors: [6006],
})
export const importBoxes = endpoint({
  module: 'catalog',
  method: 'POST',
  path: 'boxes/import',
  summary: 'The boxes of a table, all or none',
  access: [],
  bodyLimit: TABLE_BYTES,
  body: table,
  answer: z.object({ boxes: z.int() }),
  errors: [6006, 6011, 6013, 9000, 9215, 9216],
})

const bulk = z.object({
  stockId: id(),
  boxes: z
    .array(z.object({ id: z.string(), updated: z.optional(z.nullable(instant())) }), '1003')
    .check(z.minLength(1, '1003'), z.maxLength(limits.boxesAtOnce, '1004')),
  /** What is not there stays; null takes away. */
  changes: z.object({
    ownRate: ownRate(),
    description: description(),
    /** Of the first box in the order of numbers; the others get the locks after it. */
    lockId: lockId(),
  }),
})
const Bulk = z.object({
  ownRate: maybe(z.int()),
  monthRate: maybe(z.int()),
  description: maybe(said()),
  lockId: maybe(said()),
})
export const previewBulk = endpoint({
  module: 'catalog',
  method: 'POST',
  path: 'boxes/bulk/preview',
  summary: 'What a change of several boxes would change; nothing is written',
  access: [],
  body: bulk,
  answer: z.object({
    boxes: z.array(
      wire(
        z.object({
          id: said(),
          unitNumber: said(),
          updated: maybe(said()),
          before: Bulk,
          after: Bulk,
          problems: z.array(z.object({ code: z.int(), message: said() })),
        }),
        { id: '_id', unitNumber: 'UnitNumber' },
      ),
    ),
  }),
  errors: [6005, 6006, 9112],
})
export const updateBoxes = endpoint({
  module: 'catalog',
  method: 'PUT',
  path: 'boxes/bulk',
  summary: 'Change several boxes, all or none; refused where one has changed since it was read',
  access: [],
  body: bulk,
  answer: z.object({ boxes: z.int() }),
  errors: [6005, 6006, 6011, 6013, 9109, 9112],
})

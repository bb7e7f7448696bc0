import * as z from 'zod/mini'
import { currencies } from '@stowage/domain/money'
import { limits } from '@stowage/domain/limits'
import { endpoint } from './endpoint.ts'
import { BoxCategory } from './entities/catalog.ts'
import { base64File, instant, minor, missing, pathId, text } from './fields.ts'

/** A number, or the text of one where it travels in a form. Nothing typed is missing. */
const formNumber = <S extends z.core.$ZodType<number>>(schema: S) =>
  z.pipe(
    z.transform((value: unknown) => {
      if (typeof value !== 'string') return value
      const plain = value.trim().replace(',', '.')
      return plain === '' ? undefined : /^-?\d{1,15}(\.\d{1,6})?$/.test(plain) ? Number(plain) : value
    }),
    schema,
  )
/** m² with at most one decimal: boxes from outside have sizes of their own. */
const size = () =>
  formNumber(
    z
      .number(missing('1005'))
      .check(
        z.refine(
          (value) => value >= 0 && value < 10_000 && Math.abs(value * 10 - Math.round(value * 10)) < 1e-6,
          '1005',
        ),
      ),
  )
/** Prices as an answer lists them, so that a category may be sent back whole; those that only stand in are nobody's choice. */
function byCurrency(value: unknown): unknown {
  const listed = z.safeParse(BoxCategory.shape.prices, value)
  if (!listed.success) return value
  const confirmed = listed.data.filter((price) => price.confirmed)
  return Object.fromEntries(confirmed.map((price) => [price.currency, price.pricePerMeterQuadratic]))
}
/** Net prices per m² in minor units by currency; null takes one away, so that the base price stands in again. */
const prices = () =>
  z.optional(
    z.pipe(
      z.transform((value: unknown) => {
        if (typeof value !== 'string') return byCurrency(value)
        try {
          return byCurrency(JSON.parse(value))
        } catch {
          return value
        }
      }),
      z.partialRecord(z.enum(currencies), z.nullable(minor()), '1005'),
    ),
  )

/** A file as the API takes it; in a form it is a file. */
const picture = () => z.object(base64File()._zod.def.shape, missing('1005'))

const { categoryName, categoryAlias, categoryDescription } = limits.text
const fields = z.object({
  name: text(...categoryName),
  alias: text(...categoryAlias),
  minSize: size(),
  maxSize: size(),
  /** Minor units; stands in, to be confirmed, for currencies without a price of their own. */
  pricePerMeterQuadratic: z.optional(z.nullable(formNumber(minor()))),
  prices: prices(),
  description: text(...categoryDescription),
  preview: picture(),
})

interface Sizes {
  readonly minSize?: number | undefined
  readonly maxSize?: number | undefined
}
const smallerFirst = <T extends Sizes>() =>
  z.refine<T>(
    ({ minSize, maxSize }) => minSize === undefined || maxSize === undefined || minSize <= maxSize,
    {
      error: '1005',
      path: ['maxSize'],
    },
  )
interface Priced {
  readonly pricePerMeterQuadratic?: number | null | undefined
  readonly prices?: Partial<Record<string, number | null>> | undefined
}
const priced = <T extends Priced>() =>
  z.refine<T>(
    ({ pricePerMeterQuadratic, prices: given }) =>
      pricePerMeterQuadratic != null || Object.values(given ?? {}).some((price) => price != null),
    { error: '1003', path: ['pricePerMeterQuadratic'] },
  )
/** A picture of 10 MB, also as base64 in JSON. */
const FORM_BYTES = 14 * 1024 * 1024

export const createCategory = endpoint({
  module: 'catalog',
  method: 'POST',
  path: 'boxcategories',
  summary: 'A size with its prices and picture; boxes of its sizes get it at once',
  access: ['categories.write'],
  takesForm: true,
  bodyLimit: FORM_BYTES,
  body: fields.check(smallerFirst(), priced()),
  answer: BoxCategory,
  errors: [9000, 9113],
})
export const updateCategory = endpoint({
  module: 'catalog',
  method: 'PUT',
  path: 'boxcategories/{id}',
  summary: 'Change a category; what is not sent stays. A price that is sent counts as confirmed',
  access: ['categories.write'],
  takesForm: true,
  bodyLimit: FORM_BYTES,
  params: z.object({ id: pathId() }),
  body: z.extend(z.partial(fields), { updated: z.optional(z.nullable(instant())) }).check(smallerFirst()),
  answer: BoxCategory,
  errors: [9000, 9104, 9109, 9113],
})
export const categoryPreview = endpoint({
  module: 'catalog',
  method: 'GET',
  path: 'boxcategories/previews/{name}',
  summary: 'The picture of a category by the name in `image`; a name never gets another picture',
  access: 'public',
  kind: 'file',
  media: 'image/*',
  params: z.object({ name: z.string().check(z.maxLength(64)) }),
  errors: [9104],
})

import * as z from 'zod/mini'

/** What the fields of an answer are made of; what may come in has its rules and codes in fields.ts. */
export const text = () => z.string()
export const maybe = <T extends z.core.$ZodType>(schema: T) => z.optional(z.nullable(schema))

/** One page of a list, with the count of all. */
export const Page = <T extends z.core.$ZodType>(item: T) =>
  z.object({ items: z.array(item), total: z.int(), page: z.int(), pageSize: z.int() })

/** A tariff by its name in each language. */
export const TariffName = z.object({ ru: text(), en: text(), de: text(), pl: text() })

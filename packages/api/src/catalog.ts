import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Page } from './entities/answer.ts'
import { Box, BoxCategory, BoxListItem, City, Stock } from './entities/catalog.ts'
import { pathId, wholeText } from './fields.ts'

export const listCities = endpoint({
  module: 'catalog',
  method: 'GET',
  path: 'cities',
  summary: 'Cities by size',
  access: 'public',
  answer: z.array(City),
})
export const listStocks = endpoint({
  module: 'catalog',
  method: 'GET',
  path: 'stocks',
  summary: 'Stocks with what they offer; secrets by role',
  access: 'public',
  answer: z.array(Stock),
})
export const fetchBoxes = endpoint({
  module: 'catalog',
  method: 'GET',
  path: 'boxes/fetch',
  summary: 'All boxes of a stock for plan and list; kept per change of the stock, with an ETag',
  access: 'public',
  query: z.object({ stockId: z.optional(pathId()) }),
  answer: z.array(BoxListItem),
  errors: [6003, 6006],
})
export const listBoxes = endpoint({
  module: 'catalog',
  method: 'GET',
  path: 'boxes',
  summary: 'Boxes of a stock for staff; 9 a page with `page`',
  access: ['boxes.read'],
  query: z.object({
    method: z.optional(z.string()),
    stockId: z.optional(pathId()),
    page: z.optional(wholeText(1, 100_000)),
    number: z.optional(z.string()),
    size: z.optional(z.string()),
    lock: z.optional(z.string()),
  }),
  answer: z.union([z.array(BoxListItem), Page(BoxListItem)]),
  errors: [6003, 6006],
})
export const getBox = endpoint({
  module: 'access',
  method: 'GET',
  path: 'boxes/{id}',
  summary: 'One box',
  access: ['client', 'boxes.read'],
  params: z.object({ id: pathId() }),
  answer: Box,
  errors: [6005],
})
export const listCategories = endpoint({
  module: 'catalog',
  method: 'GET',
  path: 'boxcategories',
  summary: 'Price list by size',
  access: 'public',
  answer: z.array(BoxCategory),
})
export const getCompany = endpoint({
  module: 'catalog',
  method: 'GET',
  path: 'company',
  summary: 'What every screen says about the operator',
  access: 'public',
  answer: z.object({
    name: z.string(),
    address: z.string(),
    email: z.string(),
    website: z.string(),
    supportPhone: z.string(),
    officeHours: z.array(z.object({ days: z.string(), from: z.string(), to: z.string() })),
    legalDocuments: z.array(
      z.object({
        key: z.string(),
        title: z.record(z.string(), z.string()),
        url: z.string(),
        version: z.string(),
      }),
    ),
    signUpEnabled: z.boolean(),
    reportsEnabled: z.boolean(),
    demo: z.boolean(),
    /** How far business time is moved; 0 outside tests and the demo. */
    clockOffsetMs: z.int(),
    businessNow: z.string(),
  }),
})

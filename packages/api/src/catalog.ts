import * as z from 'zod/mini'
import { boxSorts, boxStates } from './box-search.ts'
import { endpoint } from './endpoint.ts'
import { Page } from './entities/answer.ts'
import { Box, BoxCategory, BoxListItem, City, Stock } from './entities/catalog.ts'
import { bothOrNone, country, degrees, instant, ofStock, pathId, text, whole, wholeText } from './fields.ts'
import { limits } from '@stowage/domain/limits'

export const listCities = endpoint({
  module: 'catalog',
  method: 'GET',
  path: 'cities',
  summary: 'Cities by size',
  access: 'public',
  answer: z.array(City),
})

const cityFields = z.object({
  city: text(...limits.text.cityName),
  country: country(),
  /** Sorts the lists, the smallest first; 0 unless set. */
  size: z.optional(whole(0, 9999)),
  /** Of the centre, in degrees; both or none. */
  latitude: z.optional(z.nullable(degrees(90))),
  longitude: z.optional(z.nullable(degrees(180))),
})
export const createCity = endpoint({
  module: 'catalog',
  method: 'POST',
  path: 'cities',
  summary: 'A city that stocks can be in',
  access: [],
  body: cityFields.check(bothOrNone()),
  answer: City,
})
export const updateCity = endpoint({
  module: 'catalog',
  method: 'PUT',
  path: 'cities/{id}',
  summary: 'Change a city; what is not sent stays',
  access: [],
  params: z.object({ id: pathId() }),
  body: z.extend(z.partial(cityFields), { updated: z.optional(z.nullable(instant())) }).check(bothOrNone()),
  answer: City,
  errors: [9104, 9109],
})
export const deleteCity = endpoint({
  module: 'catalog',
  method: 'DELETE',
  path: 'cities/{id}',
  summary: 'Delete a city that no stock is in',
  access: [],
  params: z.object({ id: pathId() }),
  errors: [9104, 9110],
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
    state: z.optional(z.enum(boxStates)),
    /** `-` in front: downwards. By size unless asked. */
    sort: z.optional(z.enum(boxSorts)),
  }),
  answer: z.union([
    z.array(BoxListItem),
    /** How many of those that the searches find are in each state; `total` are those of the state asked for. */
    z.extend(Page(BoxListItem), { counts: z.record(z.enum(['all', ...boxStates]), z.int()) }),
  ]),
  errors: [6003, 6006],
})
export const getBox = endpoint({
  module: 'access',
  method: 'GET',
  path: 'boxes/{id}',
  summary: 'One box',
  access: ['client', 'boxes.read'],
  params: z.object({ id: pathId() }),
  query: ofStock(),
  answer: Box,
  errors: [6003, 6005],
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
    /** When the settings were changed last. */
    updated: z.optional(z.nullable(z.string())),
  }),
})

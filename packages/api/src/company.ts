import * as z from 'zod/mini'
import { limits } from '@stowage/domain/limits'
import { getCompany } from './catalog.ts'
import { endpoint } from './endpoint.ts'
import { email, flag, instant, text } from './fields.ts'

/** Weekdays as the wire writes them: `mon`, `mon-fri`. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

const days = () => {
  const one = weekdays.join('|')
  const pattern = new RegExp(`^(${one})(-(${one}))?$`)
  return text(3, 7).check(z.refine((value) => pattern.test(value), '1005'))
}
const hour = () => text(5, 5).check(z.refine((value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value), '1005'))

/** A page of the operator: here or elsewhere, never a script. */
const link = () =>
  text(1, 500).check(z.refine((value) => /^(https?:\/\/[^\s]+|\/(?!\/)[^\s]*)$/i.test(value), '1005'))

const website = () =>
  text(0, 254).check(z.refine((value) => value === '' || /^https?:\/\/[^\s]+$/i.test(value), '1005'))

const contactEmail = () => {
  const schema = email()
  return text(0, 129).check(z.refine((value) => value === '' || z.safeParse(schema, value).success, '1001'))
}

const title = () => text(1, 120)

export const updateCompany = endpoint({
  module: 'catalog',
  method: 'PUT',
  path: 'company',
  summary: 'What the operator says about himself; what is not sent stays',
  access: [],
  body: z.partial(
    z.object({
      name: text(...limits.text.company),
      address: text(0, 254),
      email: contactEmail(),
      website: website(),
      supportPhone: text(0, 30),
      officeHours: z
        .array(
          z
            .object({ days: days(), from: hour(), to: hour() })
            .check(z.refine(({ from, to }) => from < to, { error: '1005', path: ['to'] })),
        )
        .check(z.maxLength(7, '1004')),
      /** A new version of any of them is asked for at the next visit (decision 20). */
      legalDocuments: z
        .array(
          z.object({
            key: text(2, 30).check(z.refine((value) => /^[a-z][a-z0-9-]*$/.test(value), '1005')),
            title: z.object({ ru: title(), en: title(), de: title(), pl: title() }),
            url: link(),
            version: text(1, 20),
          }),
        )
        .check(
          z.maxLength(20, '1004'),
          z.refine((list) => new Set(list.map(({ key }) => key)).size === list.length, '1005'),
        ),
      signUpEnabled: flag(),
      reportsEnabled: flag(),
      updated: z.nullable(instant()),
    }),
  ),
  answer: getCompany.answer,
  errors: [9109],
})

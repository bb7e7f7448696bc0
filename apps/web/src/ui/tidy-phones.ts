import { tidyPhone } from '@stowage/domain/tidy-phone'

/** Telephone numbers of a form as they are sent. */
export function tidyPhones<V extends Record<string, unknown>>(values: V): V {
  let tidied = values
  for (const [name, value] of Object.entries(values))
    if (/phone$/i.test(name) && typeof value === 'string') {
      const tidy = tidyPhone(value.trim())
      if (tidy !== value) tidied = { ...tidied, [name]: tidy }
    }
  return tidied
}

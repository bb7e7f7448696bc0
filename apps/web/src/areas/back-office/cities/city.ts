import type { Answer, Body } from '@stowage/api/endpoint'
import type { createCity, listCities } from '@stowage/api/catalog'
import { defaultCountry } from '../../../features/accounts/index.ts'
import { typedNumber } from '../../../ui/index.ts'

export type City = Answer<typeof listCities>[number]

/** What the form of a city holds; numbers as they are typed. */
export function cityValues(city?: City) {
  const typed = (value: number | null | undefined): string => (value == null ? '' : String(value))
  return {
    city: city?.city ?? '',
    country: city?.country ?? defaultCountry,
    size: typed(city?.size ?? 0),
    latitude: typed(city?.latitude),
    longitude: typed(city?.longitude),
  }
}
export type CityValues = ReturnType<typeof cityValues>

/** What travels. A place has both of its figures or none. */
export function cityBody({ latitude, longitude, size, ...values }: CityValues): Body<typeof createCity> {
  return {
    ...values,
    size: typedNumber(size) ?? 0,
    latitude: typedNumber(latitude) ?? null,
    longitude: typedNumber(longitude) ?? null,
  }
}

export const cityLengths = { city: [1, 30] } as const

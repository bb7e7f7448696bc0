import type { CityStocks } from './city-map.tsx'
import type { Stock } from './stock.ts'

/** The stocks by their cities, in the cities' own order. */
export function citiesOf(stocks: readonly Stock[]): CityStocks[] {
  const found = new Map<string, { city: NonNullable<Stock['city']>; stocks: Stock[] }>()
  for (const stock of stocks) {
    if (stock.city === undefined) continue
    const known = found.get(stock.cityId) ?? { city: stock.city, stocks: [] }
    known.stocks.push(stock)
    found.set(stock.cityId, known)
  }
  return [...found.values()]
    .toSorted((a, b) => a.city.size - b.city.size || a.city.city.localeCompare(b.city.city))
    .map(({ city, stocks: ofCity }) => ({
      id: city.id,
      name: city.city,
      centre:
        city.latitude == null || city.longitude == null
          ? null
          : { latitude: city.latitude, longitude: city.longitude },
      stocks: ofCity,
    }))
}

/** What a search in the address leaves: by city, and by a part of name or address. */
export function searched(
  stocks: readonly Stock[],
  { city, search }: { readonly city?: string; readonly search?: string },
): Stock[] {
  const words = (search ?? '').trim().toLowerCase()
  return stocks.filter(
    (stock) =>
      (city === undefined || stock.cityId === city) &&
      `${stock.name} ${stock.zip} ${stock.address}`.toLowerCase().includes(words),
  )
}

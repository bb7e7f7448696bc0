/** Which stocks the first step shows. */
interface Filtered {
  readonly name: string
  readonly address: string
  readonly cityId: string
  readonly city?: { readonly city: string; readonly size: number } | undefined
}

/** Cities that have stocks, the smaller `size` first, as cities are sorted everywhere (specification 4). */
export function citiesOf(stocks: readonly Filtered[]): { id: string; name: string; stocks: number }[] {
  const cities = new Map<string, { id: string; name: string; size: number; stocks: number }>()
  for (const { cityId, city } of stocks) {
    const known = cities.get(cityId)
    if (known) known.stocks += 1
    else if (city) cities.set(cityId, { id: cityId, name: city.city, size: city.size, stocks: 1 })
  }
  return [...cities.values()]
    .sort((a, b) => a.size - b.size)
    .map(({ id, name, stocks: count }) => ({ id, name, stocks: count }))
}

/** Every word that was typed stands somewhere in name, address or city; ё and е are one letter. */
export function filterStocks<Stock extends Filtered>(
  stocks: readonly Stock[],
  { city, q }: { readonly city?: string | undefined; readonly q?: string | undefined },
): Stock[] {
  const plain = (text: string): string => text.toLocaleLowerCase().replace(/ё/g, 'е')
  const words = plain(q ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
  return stocks.filter((stock) => {
    if (city !== undefined && stock.cityId !== city) return false
    const said = plain(`${stock.name} ${stock.address} ${stock.city?.city ?? ''}`)
    return words.every((word) => said.includes(word))
  })
}

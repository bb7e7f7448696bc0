import { useQuery } from '@tanstack/react-query'
import { listCategories, listCities, listStocks } from '@stowage/api/catalog'
import { listSellers } from '@stowage/api/stocks'
import { queryOf, useUser } from '../../../client/index.ts'
import { doneSteps, stepNames, type StepName } from './steps.ts'

/**
 * What is done of the first steps, for a superUser whose company has not rented out a box yet; null for everybody else, and
 * undefined until that is known.
 */
export function useFirstRun(): ReadonlySet<StepName> | null | undefined {
  const isSuperUser = useUser()?.role === 'superUser'
  const stocks = useQuery({ ...queryOf(listStocks), enabled: isSuperUser })
  // A company that runs is known by its stocks alone: nothing more is asked there.
  const mayBeNew = stocks.data !== undefined && stocks.data.length <= 1
  const beside = { enabled: isSuperUser && mayBeNew, meta: { quiet: true } }
  const cities = useQuery({ ...queryOf(listCities), ...beside })
  const sellers = useQuery({ ...queryOf(listSellers), ...beside })
  const categories = useQuery({ ...queryOf(listCategories), ...beside })
  const isFailed = [stocks, cities, sellers, categories].some(({ isError, data }) => isError && !data)
  if (!isSuperUser || isFailed || (stocks.data !== undefined && !mayBeNew)) return null
  if (!stocks.data || !cities.data || !sellers.data || !categories.data) return undefined
  const done = doneSteps({
    cities: cities.data,
    sellers: sellers.data,
    stocks: stocks.data,
    categories: categories.data,
  })
  return done.size === stepNames.length ? null : done
}

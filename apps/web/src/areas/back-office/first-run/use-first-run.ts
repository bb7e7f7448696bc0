import { useQuery } from '@tanstack/react-query'
import { listCategories, listCities, listStocks } from '@stowage/api/catalog'
import { listSellers } from '@stowage/api/stocks'
import { queryOf, useUser } from '../../../client/index.ts'
import { doneSteps, stepNames, type StepName } from './steps.ts'

/** What is done of the first steps, for a superUser whose company has not rented out a box yet; null for everybody else. */
export function useFirstRun(): ReadonlySet<StepName> | null {
  const isSuperUser = useUser()?.role === 'superUser'
  const stocks = useQuery({ ...queryOf(listStocks), enabled: isSuperUser }).data
  // A company that runs is known by its stocks alone: nothing more is asked there.
  const mayBeNew = stocks !== undefined && stocks.length <= 1
  const beside = { enabled: isSuperUser && mayBeNew, meta: { quiet: true } }
  const cities = useQuery({ ...queryOf(listCities), ...beside }).data
  const sellers = useQuery({ ...queryOf(listSellers), ...beside }).data
  const categories = useQuery({ ...queryOf(listCategories), ...beside }).data
  if (!isSuperUser || !mayBeNew || !cities || !sellers || !categories) return null
  const done = doneSteps({ cities, sellers, stocks, categories })
  return done.size === stepNames.length ? null : done
}

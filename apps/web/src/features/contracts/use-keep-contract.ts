import { useQueryClient } from '@tanstack/react-query'
import { getContract, listUserContracts } from '@stowage/api/contracts'
import type { Answer } from '@stowage/api/endpoint'
import { keyOf, queryOf } from '../../client/index.ts'
import type { Contract } from './contract.ts'

/** Takes an answered contract into what the screens show of it; lists, which may leave it out now, are read again. */
export function useKeepContract(): (contract: Contract) => void {
  const client = useQueryClient()
  return (contract) => {
    client.setQueryData(queryOf(getContract, { params: { contractId: contract.id } }).queryKey, contract)
    client.setQueriesData<Answer<typeof listUserContracts>>({ queryKey: keyOf(listUserContracts) }, (known) =>
      known?.map((one) => (one.id === contract.id ? contract : one)),
    )
    void client.invalidateQueries({ queryKey: keyOf(listUserContracts) })
  }
}

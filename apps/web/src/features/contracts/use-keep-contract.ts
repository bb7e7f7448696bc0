import { useQueryClient } from '@tanstack/react-query'
import { myBoxes } from '@stowage/api/access'
import { listBalances, listContractInvoices, listPersonalInvoices } from '@stowage/api/billing'
import { getContract, listUserContracts } from '@stowage/api/contracts'
import { listContractTransactions, listUserTransactions } from '@stowage/api/transactions'
import type { Answer } from '@stowage/api/endpoint'
import { keyOf, queryOf } from '../../client/index.ts'
import type { Contract } from './contract.ts'

/** Takes an answered contract into what the screens show of it; what else tells of it is read again. */
export function useKeepContract(): (contract: Contract) => void {
  const client = useQueryClient()
  return (contract) => {
    client.setQueryData(queryOf(getContract, { params: { contractId: contract.id } }).queryKey, contract)
    client.setQueriesData<Answer<typeof listUserContracts>>({ queryKey: keyOf(listUserContracts) }, (known) =>
      known?.map((one) => (one.id === contract.id ? contract : one)),
    )
    for (const asked of [
      listUserContracts,
      myBoxes,
      listContractInvoices,
      listPersonalInvoices,
      listBalances,
      listContractTransactions,
      listUserTransactions,
    ])
      void client.invalidateQueries({ queryKey: keyOf(asked) })
  }
}

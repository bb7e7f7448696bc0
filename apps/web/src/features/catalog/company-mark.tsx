import { Wordmark } from '../../ui/index.ts'
import { useCompanyName } from './use-company.ts'

interface CompanyMarkProps {
  readonly size?: number
  readonly onTeal?: boolean
}

/** The mark with the name of the company whose house this is (decision 28); alone until the name is known. */
export function CompanyMark(props: CompanyMarkProps) {
  return <Wordmark {...props} name={useCompanyName() ?? ''} />
}

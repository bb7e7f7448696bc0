import type { Answer } from '@stowage/api/endpoint'
import type { reportRentRoll } from '@stowage/api/report-figures'
import { TableFoot } from '../table-foot.tsx'
import { rentRollView } from './rent-views.ts'
import { viewOf } from './report-view.ts'
import { ReportTable } from './report-table.tsx'
import type { ReportWords } from './words.ts'

interface RentRollListProps {
  readonly answer: Answer<typeof reportRentRoll>
  readonly words: ReportWords
  readonly onPage: (page: number) => void
}

/** The contracts behind the sums, a page at a time. */
export function RentRollList({ answer, words, onPage }: RentRollListProps) {
  const { items, page, pageSize, total } = answer
  return (
    <ReportTable
      title={words.t('contractsOne')}
      isTitled
      view={viewOf(rentRollView(items, words))}
      words={words}
      foot={<TableFoot page={page} pageSize={pageSize} total={total} onPage={onPage} />}
    />
  )
}

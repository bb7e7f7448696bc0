import { useMemo } from 'react'
import { useFormat } from '../../i18n/index.ts'

/** Countries our customers come from; the ones with warehouses first. Any other is accepted by the API. */
const first = ['RU', 'DE', 'PL'] as const
const others =
  'AE AL AM AR AT AU AZ BA BE BG BR BY CA CH CN CY CZ DK EE ES FI FR GB GE GR HR HU IE IL IN IS IT JP KG KR KZ LI LT LU LV MD ME MK MT MX NL NO NZ PT RO RS SE SI SK TJ TM TR UA US UZ'.split(
    ' ',
  )

export const defaultCountry = 'RU'

/** Options for a select, by the reader's names and order. */
export function useCountries(): { value: string; label: string }[] {
  const format = useFormat()
  return useMemo(() => {
    const named = (code: string): { value: string; label: string } => ({
      value: code,
      label: format.country(code),
    })
    return [...first.map(named), ...others.map(named).sort((a, b) => a.label.localeCompare(b.label))]
  }, [format])
}

import { IconFileTypePdf } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useLease, type Contract } from '../../../features/contracts/index.ts'
import { Section } from '../../../ui/index.ts'
import classes from './contract-page.module.css'

/** What was signed, as paper. */
export function ContractPapers({ contract }: { readonly contract: Contract }) {
  const t = useTranslations('contracts')
  const lease = useLease()
  return (
    <Section title={t('documents')}>
      <ul className={classes.papers}>
        <li>
          <button type="button" disabled={lease.isPending} onClick={() => lease.open(contract)}>
            <IconFileTypePdf size={20} stroke={1.75} aria-hidden="true" />
            {t('lease')}
          </button>
        </li>
      </ul>
    </Section>
  )
}

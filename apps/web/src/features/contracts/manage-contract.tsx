import { useTranslations } from 'use-intl'
import { Section } from '../../ui/index.ts'
import { Payouts } from '../billing/index.ts'
import { AgreementsField } from './agreements-field.tsx'
import { ClearBox } from './clear-box.tsx'
import { CloseButton } from './close-button.tsx'
import type { Contract } from './contract.ts'
import { InternalField } from './internal-field.tsx'
import { LeavingField } from './leaving-field.tsx'
import { TransferButton } from './transfer-button.tsx'
import classes from './manage-contract.module.css'

/** What a superUser does with a contract on its page: the leaving date, moving, closing, paying out, whose internal contract it is (decision 8). */
export default function ManageContract({ contract }: { readonly contract: Contract }) {
  const t = useTranslations('people')
  return (
    <>
      <ClearBox contract={contract} />
      <Section title={t('manage.title')}>
        <div className={classes.stack}>
          {contract.mayPlanLeaving && (
            <LeavingField contract={contract} label={t('contracts.leavingLabel')} />
          )}
          <TransferButton contract={contract} />
          <CloseButton contract={contract} isLong />
          {!contract.isExternal && <AgreementsField contract={contract} />}
          <InternalField contract={contract} />
        </div>
      </Section>
      <Payouts
        userId={contract.userId}
        of={{ contractId: contract.id, stockId: contract.stockId, currency: contract.currencyCode }}
      />
    </>
  )
}

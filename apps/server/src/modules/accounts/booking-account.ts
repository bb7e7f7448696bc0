/** What booking, contracts and printing need to know of a tenant. `accountForBooking` answers it. */
export interface BookingAccount {
  readonly id: string
  readonly platformRole: 'superUser' | 'staff' | 'client'
  readonly email: string
  readonly displayName: string
  readonly accountType: 'individual' | 'legal'
  readonly isIndividualEntrepreneur: boolean
  readonly language: 'ru' | 'en' | 'de' | 'pl'
  readonly address: string | null
  readonly house: string | null
  readonly zip: string | null
  readonly city: string
  readonly country: string
  readonly phone: string | null
  readonly taxNumber: string | null
  readonly vatId: string | null
  readonly personalId: string | null
  readonly isAdult: boolean
  /** Null: never agreed. */
  readonly agreedDocumentsVersion: string | null
  readonly isKycVerified: boolean
  readonly wasKycVerified: boolean
  readonly missingDocuments: readonly string[]
  readonly rejectedDocuments: readonly string[]
  readonly blockedByStaff: boolean
}

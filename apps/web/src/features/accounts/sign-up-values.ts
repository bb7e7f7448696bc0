import type { Body } from '@stowage/api/endpoint'
import type { signUp } from '@stowage/api/accounts'
import type { PickedFile } from '../../ui/index.ts'
import { defaultCountry } from './countries.ts'

export const emptySignUp = {
  accountType: 'individual' as 'individual' | 'legal',
  isIndividualEntrepreneur: false,
  firstName: '',
  lastName: '',
  company: '',
  registrationNumber: '',
  email: '',
  password: '',
  phone: '',
  country: defaultCountry,
  city: '',
  address: '',
  zip: '',
  isAdult: false,
  // The person's choice, unticked at first (decision 26).
  isAdvertisingAgree: false,
  passportFile: null as PickedFile | null,
  selfieFile: null as PickedFile | null,
}
export type SignUpValues = typeof emptySignUp

/** Lengths of section 5, for "between … and … characters". */
export const signUpLengths = {
  firstName: [1, 30],
  lastName: [1, 30],
  company: [1, 128],
  registrationNumber: [1, 30],
  email: [6, 129],
  password: [6, 256],
  phone: [3, 14],
  city: [1, 30],
  address: [1, 128],
  zip: [4, 16],
} as const

/** What travels: of each account type its own fields and no left-overs of the other. */
export function signUpBody(
  values: SignUpValues,
  language: Body<typeof signUp>['language'],
): Body<typeof signUp> {
  const { accountType, email, password, phone, country, city, address, zip, isAdult, isAdvertisingAgree } =
    values
  const common = {
    accountType,
    email,
    password,
    phone,
    country,
    city,
    address,
    zip,
    isAdult,
    isAdvertisingAgree,
    language,
  }
  if (accountType === 'legal')
    return {
      ...common,
      company: values.company,
      registrationNumber: values.registrationNumber,
      isIndividualEntrepreneur: values.isIndividualEntrepreneur,
    }
  const sent = (file: PickedFile | null) => (file === null ? null : { type: file.type, base64: file.base64 })
  return {
    ...common,
    firstName: values.firstName,
    lastName: values.lastName,
    passportFile: sent(values.passportFile),
    selfieFile: sent(values.selfieFile),
  }
}

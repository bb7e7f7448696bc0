/** Sentences of the product in four languages. Screens load one language (`ui/<language>.ts`); errors, mails and papers have their own entries. */
export * from './language.ts'
export type { UiTexts } from './ui/types.ts'

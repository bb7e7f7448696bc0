export { LanguageProvider, storedLanguage, useLanguage } from './language.tsx'
export { useFormat, type MoneyValue } from './format.ts'

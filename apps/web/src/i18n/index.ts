export { browserLanguage } from './browser-language.ts'
export { LanguageProvider, storedLanguage, useLanguage } from './language.tsx'
export { useFormat, type MoneyValue } from './format.ts'
export { needTexts, onTextsShown, showLanguage } from './text-store.ts'

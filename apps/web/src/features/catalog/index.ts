export { ClockBar } from './clock-bar.tsx'
export { useBusinessNow, useToday } from './use-business-now.ts'
export { companyQuery, useCompany } from './use-company.ts'
export { useStock, type ListedStock } from './use-stock.ts'

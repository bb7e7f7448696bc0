import { limits } from '@stowage/domain/limits'
import { sql } from 'kysely'

const { s, m, l } = limits.sizeGroupUpTo

/** The size group of box `b`, by the ends that the domain knows. */
export const sizeGroupOf = sql<string>`case when b.size <= ${sql.lit(s)} then 's' when b.size <= ${sql.lit(m)} then 'm' when b.size <= ${sql.lit(l)} then 'l' else 'xl' end`

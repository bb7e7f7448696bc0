import type { Answer } from '@stowage/api/endpoint'
import type { listCategories } from '@stowage/api/catalog'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { pictureName } from '../../platform/files/pictures.ts'
import type { Company } from './set-company.ts'

type Category = Answer<typeof listCategories>[number]

/** The price list, from small to large. */
export async function readCategories(db: Database): Promise<Category[]> {
  const { rows } = await sql<
    Omit<Category, 'created' | 'updated'> & {
      createdAt: Temporal.Instant
      updatedAt: Temporal.Instant | null
    }
  >`
    select k.id, k.name, k.alias, k.description, k.min_size as "minSize", k.max_size as "maxSize", k.base_price as "pricePerMeterQuadratic", k.preview_key as image,
           k.created_at as "createdAt", k.updated_at as "updatedAt",
           (select coalesce(json_agg(json_build_object('currency', p.currency, 'pricePerMeterQuadratic', p.price_per_m2, 'confirmed', p.confirmed) order by p.currency), '[]')
              from category_price p where p.category_id = k.id) as prices
      from box_category k order by k.min_size, k.max_size, k.created_at, k.id`.execute(db)
  return rows.map(({ createdAt, updatedAt, image, ...row }) => ({
    ...row,
    image: pictureName(image ?? null),
    created: createdAt.toString(),
    updated: updatedAt?.toString() ?? null,
  }))
}

/** undefined before anybody has set anything. */
export async function readCompany(db: Database | Tx): Promise<Company | undefined> {
  const row = await db.selectFrom('company').selectAll().where('id', '=', 'company').executeTakeFirst()
  if (!row) return undefined
  return {
    name: row.name,
    address: row.address,
    email: row.email,
    website: row.website,
    supportPhone: row.support_phone,
    officeHours: row.office_hours as Company['officeHours'],
    legalDocuments: row.legal_documents as Company['legalDocuments'],
    signUpEnabled: row.sign_up_enabled,
    reportsEnabled: row.reports_enabled,
    updatedAt: row.updated_at,
  }
}

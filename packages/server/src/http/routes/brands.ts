import {
  Brand,
  BrandCreated,
  BrandDeleted,
  BrandInput,
  BrandPage,
  BrandPatch,
  BrandPath,
  BrandQuery,
  successOf,
} from '@songreel/contract'
import { createBrand, updateBrand } from '../../catalogue/brands.ts'
import { deleteBrand, restoreBrand } from '../../catalogue/deletion.ts'
import { tagRecord } from '../../catalogue/record-tag.ts'
import { getBrand, listBrands } from '../../store/brands.ts'
import type { Db } from '../../store/schema.ts'
import { runIdempotent } from '../request/idempotency.ts'
import { IfMatch, readIfMatch } from '../request/if-match.ts'
import { ok } from '../response/envelope.ts'
import type { Routes } from './route.ts'

const tag = {
  name: 'Brands',
  description: 'What videos wear: a logo, fonts, colours, an end card, clips at the start and the end.',
}
const response = { 200: successOf(Brand) }

const create = {
  config: { errors: ['URL_NOT_ALLOWED', 'FONT_INVALID', 'LOGO_INVALID', 'ANIMATION_INVALID'] },
  schema: {
    tag,
    summary: 'Create a brand',
    description:
      'Everything but the name is optional; what you leave out stays as the template and the cover have it. Does not wait for the files, which are fetched in the background. Name it with `brandId` on a render, in `serviceParams`, on an artist or on the organization: the most special wins.',
    body: BrandInput,
    response: { 201: successOf(BrandCreated) },
  },
} as const

const list = {
  schema: {
    tag,
    summary: 'List brands, newest first',
    description: '`q` searches the words of the name.',
    querystring: BrandQuery,
    response: { 200: successOf(BrandPage) },
  },
} as const

const read = {
  schema: {
    tag,
    summary: 'Read a brand',
    description: '`GET /v1/assets/{assetId}` says of each file whether it is there and could be read.',
    params: BrandPath,
    response,
  },
} as const

const update = {
  config: {
    errors: ['URL_NOT_ALLOWED', 'FONT_INVALID', 'LOGO_INVALID', 'ANIMATION_INVALID', 'PRECONDITION_FAILED'],
  },
  schema: {
    tag,
    summary: 'Update a brand',
    description:
      'Fields you leave out stay as they are; `null` clears a field. The same goes for the fields inside `colors`, `logo` and `endCard`. Videos that are made from now on wear what is new; those that exist stay, and are stale for the reason `BRAND`.',
    params: BrandPath,
    headers: IfMatch,
    body: BrandPatch,
    response,
  },
} as const

const remove = {
  config: { errors: ['PRECONDITION_FAILED'] },
  schema: {
    tag,
    summary: 'Delete a brand',
    description:
      'Videos that exist stay, and those that are ordered already still wear it. Artists and organizations that have it fall back to what is less special. Can be undone with `POST /v1/brands/{brandId}/restore` until the retention time is over.',
    params: BrandPath,
    headers: IfMatch,
    response: { 200: successOf(BrandDeleted) },
  },
} as const

const restore = {
  schema: {
    tag,
    summary: 'Restore a deleted brand',
    description: 'Artists and organizations that had it have it again, unless another was set meanwhile.',
    params: BrandPath,
    response,
  },
} as const

/** The brands of an organization. */
export const brandRoutes: Routes = (app, services) => {
  const { db, config } = services

  app.post('/v1/brands', create, (request, reply) =>
    runIdempotent(services, request, reply, async (transaction) => {
      const data = await createBrand(services, transaction, request.auth.orgId, request.body)
      return { data, message: 'Brand created', location: `/v1/brands/${data.brandId}` }
    }),
  )

  app.get('/v1/brands', list, async ({ auth, query }) =>
    ok(await listBrands(db, auth.orgId, query, config.retentionDays), 'Brands found'),
  )

  app.get('/v1/brands/:brandId', read, async ({ auth, params }, reply) => {
    const brand = await getBrand(services.read, auth.orgId, params.brandId)
    reply.header('ETag', tagRecord(brand))
    return ok(brand, 'Brand found')
  })

  for (const method of ['PUT', 'PATCH'] as const) {
    app.route({
      method,
      url: '/v1/brands/:brandId',
      ...update,
      handler: async (request, reply) => {
        const { auth, params, body } = request
        const target = { orgId: auth.orgId, ...params, patch: body, ...readIfMatch(request) }
        const brand = await updateBrand(services, db, target)
        reply.header('ETag', tagRecord(brand))
        return ok(brand, 'Brand updated')
      },
    })
  }

  app.delete('/v1/brands/:brandId', remove, async (request) => {
    const { brandId } = request.params
    await deleteBrand(db, { orgId: request.auth.orgId, id: brandId, ...readIfMatch(request) })
    return ok({ brandId, deleted: true as const }, 'Brand deleted')
  })

  app.post('/v1/brands/:brandId/restore', restore, (request, reply) => {
    const { auth, params } = request
    const restoring = { orgId: auth.orgId, id: params.brandId, retentionDays: config.retentionDays }
    const work = async (transaction: Db) => {
      await restoreBrand(transaction, restoring)
      return { data: await getBrand(transaction, auth.orgId, params.brandId), message: 'Brand restored' }
    }
    return runIdempotent(services, request, reply, work, { status: 200 })
  })
}

import { createHmac, randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'

/**
 * What the same two calls cost when somebody writes them by hand for one purpose: the same token look-up and the same one
 * statement on the same PostgreSQL, a schema for body and response, and nothing else that an API needs.
 */
const [connectionString = '', keyHex = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString, max: 10 })
const key = Buffer.from(keyHex, 'hex')
const app = Fastify()

const TOKEN =
  'select org_id from tokens where token_hash = $1 and revoked_at is null and (expires_at is null or expires_at > now())'
const MEDIA = `select name, media_id as "mediaId", artist_id as "artistId", media_bundle_id as "mediaBundleId", isrc, image_asset_id as "imageAssetId"
  from media where media_id = $1 and org_id = $2 and deleted_at is null`
const ARTIST =
  'insert into artists (artist_id, org_id, name, name_key, created_at) values ($1, $2, $3, $4, now())'

app.get(
  '/v1/media/:mediaId',
  {
    schema: {
      response: { 200: envelopeOf(['name', 'mediaId', 'artistId', 'mediaBundleId', 'isrc', 'imageAssetId']) },
    },
  },
  async (request) => {
    const orgId = await findOrganization(request.headers.authorization)
    const { mediaId } = request.params as { mediaId: string }
    const { rows } = await pool.query({ name: 'media', text: MEDIA, values: [mediaId, orgId] })
    if (!rows[0]) throw new Error('unknown media')
    return { success: true, data: rows[0] }
  },
)

const name = { type: 'string', minLength: 1, maxLength: 200 }
const body = { type: 'object', required: ['name'], properties: { name } }
app.post(
  '/v1/artists',
  { schema: { body, response: { 201: envelopeOf(['artistId', 'name']) } } },
  async (request, reply) => {
    const orgId = await findOrganization(request.headers.authorization)
    const artist = request.body as { name: string }
    const artistId = `art_${randomUUID().replaceAll('-', '')}`
    const values = [artistId, orgId, artist.name, artist.name.toLowerCase()]
    await pool.query({ name: 'artist', text: ARTIST, values })
    return reply.code(201).send({ success: true, data: { artistId, name: artist.name } })
  },
)

async function findOrganization(authorization = ''): Promise<string> {
  const hash = createHmac('sha256', key).update(authorization.slice('Bearer '.length)).digest()
  const { rows } = await pool.query({ name: 'token', text: TOKEN, values: [hash] })
  if (!rows[0]) throw new Error('unknown token')
  return rows[0].org_id
}

function envelopeOf(fields: string[]) {
  const properties = Object.fromEntries(fields.map((field) => [field, { type: 'string', nullable: true }]))
  return {
    type: 'object',
    properties: { success: { type: 'boolean' }, data: { type: 'object', properties } },
  }
}

console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
process.on('SIGTERM', () => app.close().then(() => process.exit(0)))

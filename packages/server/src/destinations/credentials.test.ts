import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SECRET } from '../../testing/start-service.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { findSealedCredentials } from '../store/destination-credentials.ts'
import { createOrganization } from '../tokens/create-organization.ts'
import { countUnreadableSecrets, resealSecrets } from '../tokens/reseal-secrets.ts'
import { createSecretKeys } from '../tokens/secret-keys.ts'
import { createCredentials, openKeys } from './credentials.ts'

const NEW_SECRET = 'the secret that comes after, long enough too'
const KEYS = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG' }

test('keys are sealed, and stay readable when the secret of the installation is changed', async (t) => {
  const { db } = await createTestDatabase(t)
  const before = createSecretKeys({ secret: SECRET })
  const { organization } = await createOrganization(db, before.hashToken, { name: 'Wren Records' })
  const { orgId } = organization
  const shown = await createCredentials(before, db, orgId, { name: 'Bucket', ...KEYS })
  const { credentialsId } = shown
  assert.deepEqual(shown, {
    credentialsId,
    name: 'Bucket',
    type: 'S3',
    accessKeyHint: 'AKIA…MPLE',
    createdAt: shown.createdAt,
    lastUsedAt: null,
  })
  const read = async () => (await findSealedCredentials(db, { orgId, credentialsId })) ?? ''
  const sealed = await read()
  assert.ok(!sealed.includes('AKIA') && !Buffer.from(sealed, 'base64').includes('AKIA'))
  assert.deepEqual(openKeys(before, sealed), KEYS)

  const alone = createSecretKeys({ secret: NEW_SECRET })
  assert.throws(() => openKeys(alone, sealed), /SONGREEL_SECRET that is not set/)
  assert.equal((await countUnreadableSecrets(db, alone)).destinationCredentials, 1)
  await resealSecrets(db, createSecretKeys({ secret: NEW_SECRET, previous: SECRET }))
  assert.equal((await countUnreadableSecrets(db, alone)).destinationCredentials, 0)
  assert.deepEqual(openKeys(alone, await read()), KEYS)
})

test('of a short access key less is shown', async (t) => {
  const { db } = await createTestDatabase(t)
  const keys = createSecretKeys({ secret: SECRET })
  const { organization } = await createOrganization(db, keys.hashToken, { name: 'Wren Records' })
  const hintOf = async (accessKeyId: string) =>
    (await createCredentials(keys, db, organization.orgId, { ...KEYS, name: 'x', accessKeyId })).accessKeyHint
  assert.deepEqual([await hintOf('minio'), await hintOf('abc')], ['m…o', '…'])
})

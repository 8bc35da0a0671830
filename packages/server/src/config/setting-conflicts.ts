type Optional =
  | 'databaseUrl'
  | 'authToken'
  | 'adminToken'
  | 'secret'
  | 'secretPrevious'
  | 's3Bucket'
  | 's3Endpoint'
  | 's3Region'

type Values = { role: string } & Record<Optional, string | undefined>

/** Settings that are each right, and wrong together. */
export function findSettingConflicts(values: Values): string[] {
  const { role, databaseUrl, authToken, adminToken, secret, secretPrevious, ...s3 } = values
  const problems = []
  if (role === 'worker' && !databaseUrl)
    problems.push(
      'DATABASE_URL is needed by a process that is only a worker (SONGREEL_ROLE=worker, serve --worker): it shares the database of the API',
    )
  if (authToken && authToken === adminToken)
    problems.push('SONGREEL_ADMIN_TOKEN must not be the same as SONGREEL_AUTH_TOKEN')
  if (secretPrevious && secretPrevious === secret)
    problems.push('SONGREEL_SECRET_PREVIOUS must not be the same as SONGREEL_SECRET: it is the one before')
  if ((s3.s3Endpoint || s3.s3Region) && !s3.s3Bucket)
    problems.push(
      `SONGREEL_S3_BUCKET is needed where ${s3.s3Endpoint ? 'SONGREEL_S3_ENDPOINT' : 'SONGREEL_S3_REGION'} is set`,
    )
  return problems
}

// The tests of credential-ways.test.ts for every kind of credential.
process.env.SONGREEL_ALL_CREDENTIALS = 'yes'
await import('./credential-ways.test.ts')

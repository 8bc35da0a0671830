import S3rver from 's3rver'

const server = new S3rver({
  address: '0.0.0.0',
  port: 8333,
  directory: '/data',
  vhostBuckets: false,
  silent: true,
})
await server.run()
console.log('s3rver listens on port 8333')
process.on('SIGTERM', () => server.close().then(() => process.exit(0)))

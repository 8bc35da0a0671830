// Makes the bucket SONGREEL_S3_BUCKET if it isn't there, with the S3 client that the service itself uses. Songreel never makes
// one by itself: on AWS, that's a decision about place, rights and price.
import { createRequire } from 'node:module'

const require = createRequire('/opt/songreel/node_modules/@songreel/server/package.json')
const { CreateBucketCommand, HeadBucketCommand, S3Client } = require('@aws-sdk/client-s3')

const { SONGREEL_S3_BUCKET: Bucket, SONGREEL_S3_ENDPOINT: endpoint, SONGREEL_S3_REGION: region } = process.env
const client = new S3Client({ endpoint, region: region || 'us-east-1', forcePathStyle: true })

if (await hasBucket()) {
  console.log(`The bucket ${Bucket} is there.`)
} else {
  await client.send(new CreateBucketCommand({ Bucket }))
  console.log(`The bucket ${Bucket} was made.`)
}

async function hasBucket() {
  try {
    await client.send(new HeadBucketCommand({ Bucket }))
    return true
  } catch (error) {
    if (error.$metadata?.httpStatusCode === 404) return false
    throw error
  }
}

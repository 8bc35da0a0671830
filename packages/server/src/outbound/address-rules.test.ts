import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  isInRanges,
  isInternalAddress,
  isPublicAddress,
  readAddress,
  readAddressRange,
} from './address-rules.ts'

/** Addresses on both sides of every edge of the special-purpose registries. */
const EDGES: [lastPublic: string, first: string, last: string, nextPublic: string][] = [
  ['9.255.255.255', '10.0.0.0', '10.255.255.255', '11.0.0.0'],
  ['100.63.255.255', '100.64.0.0', '100.127.255.255', '100.128.0.0'],
  ['126.255.255.255', '127.0.0.0', '127.255.255.255', '128.0.0.0'],
  ['168.63.129.15', '168.63.129.16', '168.63.129.16', '168.63.129.17'],
  ['169.253.255.255', '169.254.0.0', '169.254.255.255', '169.255.0.0'],
  ['172.15.255.255', '172.16.0.0', '172.31.255.255', '172.32.0.0'],
  ['191.255.255.255', '192.0.0.0', '192.0.0.255', '192.0.1.0'],
  ['192.0.1.255', '192.0.2.0', '192.0.2.255', '192.0.3.0'],
  ['192.31.195.255', '192.31.196.0', '192.31.196.255', '192.31.197.0'],
  ['192.52.192.255', '192.52.193.0', '192.52.193.255', '192.52.194.0'],
  ['192.88.98.255', '192.88.99.0', '192.88.99.255', '192.88.100.0'],
  ['192.167.255.255', '192.168.0.0', '192.168.255.255', '192.169.0.0'],
  ['192.175.47.255', '192.175.48.0', '192.175.48.255', '192.175.49.0'],
  ['198.17.255.255', '198.18.0.0', '198.19.255.255', '198.20.0.0'],
  ['198.51.99.255', '198.51.100.0', '198.51.100.255', '198.51.101.0'],
  ['203.0.112.255', '203.0.113.0', '203.0.113.255', '203.0.114.0'],
  ['2001:db7:ffff::', '2001:db8::', '2001:db8:ffff:ffff::', '2001:db9::'],
  ['2001:ffff::', '2002::', '2002:ffff:ffff::', '2003::'],
  ['2620:4f:7fff:ffff::', '2620:4f:8000::', '2620:4f:8000:ffff::', '2620:4f:8001::'],
  ['3ffe:ffff::', '3fff::', '3fff:fff:ffff::', '3fff:1000::'],
]

test('each special range is refused from its first to its last address, and no further', () => {
  for (const [before, first, last, after] of EDGES) {
    const seen = [before, first, last, after].map((address) => isPublicAddress(readAddress(address)!))
    assert.deepEqual(seen, [true, false, false, true], `${first} to ${last}`)
  }
})

test('IPv6 is public only inside 2000::/3, after the block for protocols', () => {
  const isPublic = (text: string) => isPublicAddress(readAddress(text)!)
  assert.deepEqual(['1fff:ffff::', '2000::', '3ffe::', '4000::'].map(isPublic), [false, true, true, false])
  assert.deepEqual(['2000:ffff::', '2001::', '2001:1ff:ffff::', '2001:200::'].map(isPublic), [
    true,
    false,
    false,
    true,
  ])
  for (const text of ['::', '::1', '64:ff9b::808:808', '100::1', 'fc00::1', 'fdff::1', 'fe80::1', 'ff02::1'])
    assert.equal(isPublic(text), false, text)
})

test('a mapped address is judged as the IPv4 address inside it', () => {
  assert.equal(isPublicAddress(readAddress('::ffff:8.8.8.8')!), true)
  assert.equal(isPublicAddress(readAddress('::ffff:808:808')!), true)
  assert.equal(isPublicAddress(readAddress('::ffff:192.168.1.1')!), false)
  assert.equal(isPublicAddress(readAddress('::8.8.8.8')!), false, 'compatible addresses are not mapped ones')
})

test('only plain notation is read', () => {
  for (const text of [
    '',
    '127.1',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '2130706433',
    'fe80::1%eth0',
    '[::1]',
    'localhost',
    ' 1.1.1.1',
  ])
    assert.equal(readAddress(text), undefined, text)
})

test('a range is a CIDR or one address, and never holds addresses of the other kind', () => {
  const ranges = ['10.0.0.0/8', '192.168.7.7', 'fd00::/8'].map((text) => readAddressRange(text)!)
  const isIn = (text: string) => isInRanges(readAddress(text)!, ranges)
  assert.deepEqual(['10.9.8.7', '::ffff:10.9.8.7', '192.168.7.7', 'fd12::1'].map(isIn), [
    true,
    true,
    true,
    true,
  ])
  assert.deepEqual(['11.0.0.1', '192.168.7.8', 'fc00::1', '::1'].map(isIn), [false, false, false, false])
  assert.equal(readAddressRange('files.corp'), undefined)
})

test('a range of mapped addresses is the IPv4 range inside it', () => {
  const range = readAddressRange('::ffff:10.0.0.0/104')!
  assert.equal(isInRanges(readAddress('10.1.2.3')!, [range]), true)
  assert.equal(isInRanges(readAddress('11.1.2.3')!, [range]), false)
})

test('an allowed name may lead to private networks, never to link-local or metadata addresses', () => {
  const isInternal = (text: string) => isInternalAddress(readAddress(text)!)
  for (const text of ['10.0.0.1', '172.16.0.1', '192.168.0.1', '100.64.0.1', '127.0.0.1', '::1', 'fd00::1'])
    assert.equal(isInternal(text), true, text)
  for (const text of [
    '169.254.169.254',
    '100.100.100.200',
    'fd00:ec2::254',
    'fe80::1',
    '0.0.0.0',
    '224.0.0.1',
    '8.8.8.8',
  ])
    assert.equal(isInternal(text), false, text)
})

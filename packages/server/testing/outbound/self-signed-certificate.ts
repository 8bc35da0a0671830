import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** Makes a certificate that vouches for itself, so that no key has to lie in the repository. */
export function createSelfSignedCertificate(hostNames: string[]): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const body = certificateBody(publicKey, hostNames)
  const signature = sign('sha256', body, privateKey)
  const certificate = sequence(body, ECDSA_WITH_SHA256, bitString(signature))
  const lines = certificate
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

/** Object identifiers: ecdsa-with-SHA256, commonName, basicConstraints, subjectAltName. */
const ECDSA_WITH_SHA256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
const COMMON_NAME = der(0x06, Buffer.from('550403', 'hex'))
const BASIC_CONSTRAINTS = der(0x06, Buffer.from('551d13', 'hex'))
const SUBJECT_ALT_NAME = der(0x06, Buffer.from('551d11', 'hex'))
const TRUE = der(0x01, Buffer.from([0xff]))

function certificateBody(publicKey: KeyObject, hostNames: string[]): Buffer {
  const version3 = der(0xa0, integer(2))
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from('songreel test')))))
  const validity = sequence(utcTime('200101000000Z'), utcTime('491231235959Z'))
  const key = publicKey.export({ type: 'spki', format: 'der' })
  const isAuthority = sequence(BASIC_CONSTRAINTS, TRUE, der(0x04, sequence(TRUE)))
  const names = sequence(...hostNames.map((host) => der(0x82, Buffer.from(host))))
  const extensions = der(0xa3, sequence(isAuthority, sequence(SUBJECT_ALT_NAME, der(0x04, names))))
  return sequence(version3, integer(1), ECDSA_WITH_SHA256, name, validity, name, key, extensions)
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const lengthBytes =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), content])
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts))
}

function integer(value: number): Buffer {
  return der(0x02, Buffer.from([value]))
}

function bitString(content: Buffer): Buffer {
  return der(0x03, Buffer.concat([Buffer.from([0]), content]))
}

function utcTime(text: string): Buffer {
  return der(0x17, Buffer.from(text))
}
